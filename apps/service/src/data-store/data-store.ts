import type { AccountRegistry } from '../accounts/account.ts';
import type { Audit } from '../accounts/audit.ts';
import type { BackupFiles, CatalogueStore } from '../catalogue/catalogue-store.ts';
import type { DoctorFinding } from '../database/finding.ts';
import type { Admit } from '../limits/admission.ts';
import type { Quota, UsageRecords } from '../quota/quota.ts';
import type { AddRows, CopyCounts } from './account-copy.ts';

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
export interface AccountEngine {
  name: string;
  /**
   * How much this process uses of a shared database now: connections, of which busy ones run a query or a transaction, and
   * by call, how many requests wait for the next one.
   */
  load?(): { connections: { busy: number; idle: number }; waiting: Record<string, number> };
}

/** An open store of accounts. */
export interface Accounts {
  engine: AccountEngine;
  registry: AccountRegistry;
  admit: Admit;
  quota: Quota;
  usage: UsageRecords;
  audit: Audit;
  /** Resolves if the store can be read and written; it tries both. @throws StorageError otherwise */
  ping(): Promise<void>;
  /** Charges that have not resolved by now fail. */
  close(): Promise<void>;
}
