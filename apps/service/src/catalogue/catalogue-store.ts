import type { CatalogueEvents, CatalogueSource } from './catalogue.ts';
import type { CatalogueDraft } from './draft/draft.ts';

/** A file to archive. */
export interface StoredFile {
  /** Path in the archive with `/` between directories; at most 100 bytes. */
  name: string;
  size: number;
  modified: Date;
  content: AsyncIterable<Uint8Array>;
}

export interface BackupFiles {
  /** Version of the current catalogue; undefined if there is no catalogue. */
  catalogue: string | undefined;
  files: StoredFile[];
}

export interface CatalogueVersion {
  version: string;
  bytes: number;
  current: boolean;
  /** True for the previously current version. */
  previous: boolean;
  /** True if a switch to this version is waiting for instances. */
  pending: boolean;
}

/** A published version. */
export interface CatalogueFile {
  version: string;
  bytes: number;
  /** SHA-256 of the file, in hexadecimal. */
  sha256: string;
}

/** A store of catalogue versions. */
export interface CatalogueStore {
  /** Returns the current version; undefined if there is no current version. */
  currentVersion(): Promise<string | undefined>;
  /** Opens the current catalogue. @throws UserError if the current version of a shared catalogue cannot be fetched */
  openSource(events?: CatalogueEvents): Promise<CatalogueSource>;
  /** Returns all versions, oldest first. */
  versions(): Promise<CatalogueVersion[]>;
  /** Returns the previously current version; undefined if it is unknown or does not exist. */
  previousVersion(): Promise<string | undefined>;
  /**
   * Makes a version current for new requests of all instances. If the version is already current, a pending switch to a different
   * version is abandoned.
   * @throws UserError if the version does not exist or cannot become current; the previous version remains current
   */
  switchTo(version: string): Promise<void>;
  /**
   * Makes an imported version available to all instances; the version does not become current.
   * @param version default: the current version in the data directory
   * @throws UserError if no directory for published versions is set
   */
  publish(version?: string): Promise<CatalogueFile & { place: string }>;
  /**
   * Returns the files of the current catalogue.
   * @param scratch empty directory for copies, which must exist until the files have been read
   */
  backupFiles(scratch: string): Promise<BackupFiles>;
  /**
   * Starts a draft, and deletes an unfinished draft.
   * @throws UserError if another import is running
   */
  newDraft(): Promise<CatalogueDraft>;
  /** Starts a draft for a dry run. The draft is deleted when it is closed, and the data directory does not change. */
  temporaryDraft(): Promise<CatalogueDraft>;
}
