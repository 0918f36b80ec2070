import type { CatalogueEvents, CatalogueSource } from './catalogue.ts';
import type { CatalogueDraft } from './draft/draft.ts';

/** A file to archive. */
export interface StoredFile {
  /** With `/` between directories; at most 100 bytes. */
  name: string;
  size: number;
  modified: Date;
  content: AsyncIterable<Uint8Array>;
}

export interface BackupFiles {
  /** Version of the current catalogue; undefined: there is none. */
  catalogue: string | undefined;
  files: StoredFile[];
}

export interface CatalogueVersion {
  version: string;
  bytes: number;
  current: boolean;
  /** It was current before the current one. */
  previous: boolean;
  /** A switch to it waits for instances. */
  pending: boolean;
}

/** A version, as it is published. */
export interface CatalogueFile {
  version: string;
  bytes: number;
  /** Of the file, in hexadecimal. */
  sha256: string;
}

/** Where versions of the catalogue are kept. */
export interface CatalogueStore {
  /** undefined: there is none. */
  currentVersion(): Promise<string | undefined>;
  /** @throws UserError if several instances share the catalogue, and the current version cannot be fetched */
  openSource(events?: CatalogueEvents): Promise<CatalogueSource>;
  /** Oldest first. */
  versions(): Promise<CatalogueVersion[]>;
  /** The version that was current before the current one; undefined: none was, or it is not known. */
  previousVersion(): Promise<string | undefined>;
  /**
   * Makes a version current, for new requests of all instances. If it is current already, it stays: a switch to another
   * version that is pending is given up.
   * @throws UserError if it does not exist, or if it cannot become current; the version before stays
   */
  switchTo(version: string): Promise<void>;
  /**
   * Makes an imported version available to all instances; it does not become current.
   * @param version default: the one that is current in the data directory
   * @throws UserError if there is no place to publish it
   */
  publish(version?: string): Promise<CatalogueFile & { place: string }>;
  /**
   * The files of the current catalogue.
   * @param scratch an empty directory for copies, needed until the files are read
   */
  backupFiles(scratch: string): Promise<BackupFiles>;
  /**
   * Starts a draft and deletes an unfinished one.
   * @throws UserError if another import is running
   */
  newDraft(): Promise<CatalogueDraft>;
  /** A draft for a dry run: it disappears when it is closed, and the data directory does not change. */
  temporaryDraft(): Promise<CatalogueDraft>;
}
