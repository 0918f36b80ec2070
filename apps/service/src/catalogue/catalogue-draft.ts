import type { CatalogueEntry } from './catalogue-entry.ts';

/** Where a line begins in its file. */
export interface LinePlace {
  /** From 1. */
  line: number;
  /** Offset of its first byte. */
  byte: number;
}

/** What is wrong at one place of an entry. */
export interface EntryFault {
  /** JSON Pointer (RFC 6901) in the entry; empty for the whole line. */
  pointer: string;
  expected: string;
  /** Default: the value at the pointer. */
  got?: string;
}

/** An entry and its line in the imported file. */
export interface PlacedEntry extends LinePlace {
  entry: CatalogueEntry;
}

/** An entry that contradicts the entries before it, and was not added. */
export interface RejectedEntry extends PlacedEntry {
  fault: EntryFault;
}

/** A line that is not loaded. */
export interface WrongLine extends LinePlace {
  /** The first of them. */
  faults: Required<EntryFault>[];
  /** How many more there are. */
  more: number;
}

export interface EntryCounts {
  brands: number;
  models: number;
  variants: number;
  vehicles: number;
}

/** How far an import is. It is stored together with the entries, so that both survive a crash or neither does. */
export interface ImportState {
  /** Name of the version that the draft becomes. */
  version: string;
  /** Where the data come from, and under which terms, if the format of the file says it. */
  origin?: string;
  /** SHA-256 of the file's bytes up to `byte`. */
  sha256: string;
  /** Bytes read so far. */
  byte: number;
  /** Lines read so far. */
  line: number;
  counts: EntryCounts;
  /** How many lines are wrong. */
  wrong: number;
  /** The first wrong lines, in detail. */
  wrongLines: WrongLine[];
  /** Everything is loaded; only the switch is missing. */
  finished: boolean;
}

export interface AddResult {
  added: EntryCounts;
  rejected: RejectedEntry[];
}

/** A version of the catalogue that is being loaded. Nobody sees it before it is published. */
export interface CatalogueDraft {
  /** As of the last checkpoint; the importer changes it and `checkpoint` stores it. */
  readonly state: ImportState;
  /**
   * Adds entries, each completely or not at all. Vehicles are added at once. Brands, models and variants refer to each
   * other and may come in any order, so they wait for `addWaiting`.
   */
  add(entries: readonly PlacedEntry[]): Promise<AddResult>;
  /** Adds the entries that wait. */
  addWaiting(): Promise<AddResult>;
  /** Makes the catalogue readable; nothing is added afterwards. */
  complete(): Promise<void>;
  /** Makes everything so far durable, with `state`: a crash goes back to this point. */
  checkpoint(): Promise<void>;
  /** SHA-256 of the content; two imports of one file have the same, interrupted or not. */
  checksum(): Promise<string>;
  /** Makes the draft the current catalogue, at once and as a whole. */
  publish(): Promise<void>;
  /** After `publish`: removes the imported versions other than this one and the one before it. */
  removeOldVersions(): Promise<void>;
  /** Deletes the draft. */
  discard(): Promise<void>;
  /** Ends the work; another import may begin. What was not discarded or published can be resumed. */
  close(): Promise<void>;
}
