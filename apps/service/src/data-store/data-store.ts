import type { Audit } from '../accounts/audit.ts';
import type { AccountRegistry } from '../accounts/registry.ts';
import type { BackupFiles, CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { Sql } from '../database/sql.ts';
import type { DoctorFinding } from '../doctor/finding.ts';
import type { Admit } from '../limits/admission.ts';
import type { DailyUsage, UsageRange } from '../quota/daily-usage.ts';
import type { Quota } from '../quota/quota.ts';

/** Everything that the service keeps, in one data directory. */
export interface DataStore {
  root: string;
  accounts: AccountStore;
  catalogues: CatalogueStore;
  /** Checks everything without changing it; a service may run meanwhile. */
  examine(): Promise<DoctorFinding[]>;
  /**
   * The files that restore this data directory, in one consistent state; a service may run meanwhile.
   * @param scratch an empty directory for copies, needed until the files are read
   * @param destination what the backup is written to, for messages
   */
  backupFiles(scratch: string, destination: string): Promise<BackupFiles>;
}

/** Where accounts and their usage are kept. */
export interface AccountStore {
  /** Returns the names of the migrations that `prepare` would run; changes nothing. */
  pending(): Promise<string[]>;
  /**
   * Creates what is missing, and records it; returns the names of the migrations that ran.
   * @throws UserError if accounts seem to be lost, unless they may begin anew
   */
  prepare(options?: { mayBeginAnew?: boolean }): Promise<string[]>;
  /** Opens the tables for a command. @throws UserError if they are missing or of another version; StorageError */
  administer(): Promise<Administration>;
  /** Opens the tables for requests. @throws as `administer` does */
  open(options?: AccountsOptions): Promise<Accounts>;
  /** Runs reads that all see the tables in one state. */
  snapshot<T>(work: (sql: Sql) => Promise<T>): Promise<T>;
  /** Copies all rows of another store, or none. @throws UserError if this store has accounts */
  copyFrom(source: AccountStore): Promise<void>;
}

/** What an administrator reads and changes. */
export interface Administration {
  registry: AccountRegistry;
  usage: UsageRecords;
  audit: Audit;
  close(): Promise<void>;
}

/** What charges leave behind. */
export interface UsageRecords {
  /** By day, user and operation. Days without consultations are left out. @throws UserError if the user does not exist */
  daily(range: UsageRange): Promise<DailyUsage[]>;
  /**
   * Dates consultations that were charged under a clock ahead of time back to now; returns how many there were. A
   * service may run meanwhile.
   */
  repairClock(): Promise<number>;
}

/** What requests need. */
export interface RequestStore {
  engine: AccountEngine;
  /** False if another service uses these accounts, and counts bursts and wrong keys for itself. */
  isAlone: boolean;
  admit: Admit;
  quota: Quota;
  /** Resolves if the store can be read and written; it tries both. @throws StorageError otherwise */
  ping(): Promise<void>;
  /** Charges that have not resolved by now fail. */
  close(): Promise<void>;
}

/** An open store of accounts. */
export interface Accounts extends Administration, RequestStore {}

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
export interface AccountEngine {
  name: string;
  /**
   * How much this process uses of a shared database now: connections, of which busy ones run a query or a transaction, and
   * by call, how many requests wait for the next one.
   */
  load?(): { connections: { busy: number; idle: number }; waiting: Record<string, number> };
}
