import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { StorageError } from '../database/storage-error.ts';
import type { EntryListName } from './catalogue-entry.ts';

/** True once the client has disconnected; long searches may stop, and their result is not used. */
export type IsDisconnected = () => boolean;

/** The questions of the operations. A record is JSON text and is sent as it is stored, so it is never parsed. */
export interface Catalogue {
  version: string;
  /** Records of the vehicles that match a VIN or its first 8 to 16 characters, best first (assumption first-match). */
  matches(vin: string, isDisconnected?: IsDisconnected): AsyncIterable<string>;
  /** The first of `matches`; for a whole VIN it is found without looking for the others. */
  firstMatch(vin: string, isDisconnected?: IsDisconnected): Promise<string | undefined>;
  /** undefined: the vehicle does not exist. */
  vehicle(carId: number): Promise<string | undefined>;
  /** undefined: the vehicle does not exist; an empty list: it has no entries (assumption no-entries). */
  list(name: EntryListName, carId: number): Promise<string[] | undefined>;
  /** By slug. */
  brands(): Promise<string[]>;
  /** `brand` is a slug or a display name, in every case, after Unicode normalisation (assumption name-matching). */
  models(brand: string): Promise<string[] | undefined>;
  variants(brand: string, model: string): Promise<string[] | undefined>;
  /**
   * For each vehicle that matches, best first, its engines that were not yielded before: a list that may be empty. Yields
   * nothing if no vehicle matches.
   */
  engines(vin: string, isDisconnected?: IsDisconnected): AsyncIterable<readonly string[]>;
  close(): Promise<void>;
}

/** How a service follows the current catalogue. */
export interface CatalogueEvents {
  /** Never serves the demonstration: its vehicles are invented. */
  withoutDemonstration?: boolean;
  /** A version is in use from now on; also the first one. */
  onSwitch?(version: string): void;
  /** The catalogue cannot be opened. The one before stays in use if it can be read. Called once for each reason. */
  onFailure?(error: UserError): void;
  /** A version that instances share could not be fetched; the next attempt is after `retrySeconds`. */
  onFetchFailure?(version: string, reason: string, retrySeconds: number): void;
  /** A switch to this version waits for instances; undefined: it has ended. */
  onPending?(version: string | undefined): void;
}

/** The current catalogue. A new version is noticed within a second; responses that have begun end on the old one. */
export interface CatalogueSource {
  /**
   * Runs `work` on one version from beginning to end, however long it streams.
   * @throws CatalogueError if there is no catalogue, or if it cannot be read
   */
  use<T>(work: (catalogue: Catalogue) => Promise<T>): Promise<T>;
  /** Waits for running work. */
  close(): Promise<void>;
}

const REPLACE = 'Import the catalogue again, or restore it from a backup';

/** A catalogue is missing, damaged, unfinished or from another release. The service keeps running and returns 500. */
export class CatalogueError extends UserError {
  constructor(location: string, what: string, { cause, next = REPLACE }: { cause?: unknown; next?: string } = {}) {
    super(`${location}: ${what}. ${next}`);
    this.cause = cause;
  }
}

/** Turns whatever went wrong while a catalogue was read into a CatalogueError. */
export function catalogueError(path: string, cause: unknown): CatalogueError {
  if (cause instanceof CatalogueError) return cause;
  const origin = cause instanceof StorageError ? cause.cause : cause;
  const text = origin instanceof Error ? origin.message : String(origin);
  return new CatalogueError(path, `not readable as a catalogue (${text})`, { cause });
}
