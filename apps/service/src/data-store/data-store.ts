import type { AccountRegistry } from '../accounts/account-registry.ts';
import type { Authenticator } from '../accounts/account.ts';
import type { Admit } from '../limits/admission.ts';
import type { CatalogueEvents, CatalogueSource, VersionFinder } from '../catalogue/catalogue.ts';
import type { CatalogueDraft, ImportState } from '../catalogue/catalogue-draft.ts';
import type { Finding } from '../database/finding.ts';
import type { Burst, Quota } from '../quota/quota.ts';
import type { AddRows, CopyCounts } from './account-copy.ts';

/** Everything that the service keeps, in one data directory. */
export interface DataStore {
  root: string;
  accounts: AccountStore;
  catalogues: CatalogueStore;
  /** Checks everything without changing it; a service may run meanwhile. */
  examine(): Promise<Finding[]>;
  /**
   * The files that restore this data directory, in one consistent state; a service may run meanwhile.
   * @param scratch an empty directory for copies, needed until the files are read
   * @param destination what the backup is written to, for messages
   */
  backupFiles(scratch: string, destination: string): Promise<BackupFiles>;
}

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

/** Where accounts and their usage are kept. */
export interface AccountStore {
  /** Creates what is missing; returns the names of the migrations that ran. */
  prepare(): Promise<string[]>;
  /** Reads plans, accounts, keys and usage, in one state. */
  read(add: AddRows): Promise<void>;
  /** Writes what `fill` adds, everything or nothing. @throws UserError if there are accounts already */
  write(fill: (add: AddRows) => Promise<void>): Promise<CopyCounts>;
  /** @throws UserError if there is nothing to open, or if another version of the service made it; StorageError */
  open(options?: AccountsOptions): Promise<Accounts>;
}

export interface AccountsOptions {
  /** Milliseconds since 1970. */
  now?: () => number;
  /** Milliseconds of a clock that never goes back, for the burst. */
  monotonicNow?: () => number;
  /**
   * Milliseconds that a request waits, without blocking others, while another process keeps the accounts locked. Default:
   * as a command, it blocks its process for up to 5,000.
   */
  lockWaitMs?: number;
  /** Is called after every call of a shared database: `admit` or `charge`, for several requests. */
  onCall?: ((call: string, seconds: number, requests: number) => void) | undefined;
}

/** What keeps the accounts. */
export interface Engine {
  name: string;
  /** How much this process uses of a shared database now. */
  load?(): EngineLoad;
}

/** How much a process uses of a shared database at one moment. */
export interface EngineLoad {
  /** Its connections: those that run a query or a transaction, and those that wait for one. */
  connections: { busy: number; idle: number };
  /** Requests that wait for the next call, by call. */
  waiting: Record<string, number>;
}

/** An open store of accounts. */
export interface Accounts {
  engine: Engine;
  registry: AccountRegistry;
  authenticator: Authenticator;
  burst: Burst;
  /** `authenticator` and `burst` in one step. */
  admit: Admit;
  quota: Quota;
  /**
   * Dates consultations that were charged under a clock ahead of time back to now; returns how many there were. A
   * service may run meanwhile.
   */
  repairClock(): Promise<number>;
  /** Resolves if the store can be read and written; it tries both. @throws StorageError otherwise */
  ping(): Promise<void>;
  /** Charges that have not resolved by now fail. */
  close(): Promise<void>;
}

export interface CatalogueVersion {
  version: string;
  bytes: number;
  current: boolean;
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
  /**
   * True if there is no catalogue, not even an unfinished one, apart from what a killed import with this label left. False
   * while any import runs.
   */
  isEmptyBut(label: string): Promise<boolean>;
  /**
   * @param finder says which version is current; default: the data directory
   * @throws what the finder throws at its first reply
   */
  openSource(events?: CatalogueEvents, finder?: VersionFinder): Promise<CatalogueSource>;
  /** Oldest first. */
  versions(): Promise<CatalogueVersion[]>;
  /** Makes a version current, for new requests of all instances. @throws UserError if it does not exist */
  switchTo(version: string): Promise<void>;
  /**
   * Makes an imported version available to all instances; it does not become current.
   * @param version default: the one that is current in the data directory
   * @throws UserError if there is no place to publish it
   */
  publish(version?: string): Promise<CatalogueFile & { place: string }>;
  /** The file of an imported version. @throws UserError if it does not exist */
  fileOf(version: string): Promise<string>;
  /**
   * The files of the current catalogue.
   * @param scratch an empty directory for copies, needed until the files are read
   */
  backupFiles(scratch: string): Promise<BackupFiles>;
  /** The files that make this file the current catalogue of a data directory. */
  backupOf(version: string, path: string): Promise<BackupFiles>;
  /** @throws CatalogueError if the file is not a finished catalogue that this release can read */
  checkFile(path: string, version: string): Promise<void>;
  /**
   * Starts a draft and deletes an unfinished one.
   * @param label what the data are; the name of the version begins with it (see version-name.ts)
   * @throws UserError if another import is running
   */
  newDraft(label?: string): Promise<CatalogueDraft>;
  /**
   * Opens the draft that an interrupted import left.
   * @param check throws if the draft comes from another file; nothing has changed then
   * @throws UserError if there is none, or if another import is running
   */
  resumeDraft(check: (state: ImportState) => Promise<unknown>): Promise<CatalogueDraft>;
  /** A draft for a dry run: it disappears when it is closed, and the data directory does not change. */
  temporaryDraft(): Promise<CatalogueDraft>;
}
