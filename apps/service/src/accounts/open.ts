import { closeSync, existsSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { type DataFolder, prepareFolder } from '../data-folder.ts';
import type { Quota } from '../quota/quota.ts';
import { repairClock } from '../quota/repair-clock.ts';
import { createSqliteQuota } from '../quota/sqlite-quota.ts';
import { migrate, pendingMigrations, refuseNewer } from '../sqlite/migrate.ts';
import { openDatabase } from '../sqlite/open.ts';
import { withStorageErrors } from '../sqlite/storage-error.ts';
import { UserError } from '../user-error.ts';
import type { Authenticator } from './accounts.ts';
import type { LockOut } from './lock-out.ts';
import { accountMigrations } from './migrations.ts';
import type { AccountRegistry } from './registry.ts';
import { createSqliteAuthenticator } from './sqlite-authenticator.ts';
import { createSqliteRegistry } from './sqlite-registry.ts';

/** Everything that stands on accounts.sqlite. */
export interface Accounts {
  registry: AccountRegistry;
  authenticator: Authenticator;
  quota: Quota;
  /** Dates consultations of a time to come back to now; how many there were. A service may run meanwhile. */
  repairClock(): number;
  /** Whether the file answers. @throws StorageError where it does not */
  ping(): void;
  /** Charges that have not resolved by now fail. */
  close(): void;
}

export interface AccountsOptions {
  /** Make what is missing: the folder, the file, its tables and plans. Otherwise that is an error. */
  prepare?: boolean;
  /** Milliseconds since 1970. */
  now?: () => number;
  lockOut?: LockOut;
}

/** @throws UserError where the data folder is missing, too old without `prepare`, or too new; StorageError */
export async function openAccounts(folder: DataFolder, options: AccountsOptions = {}): Promise<Accounts> {
  const { prepare = false, now = Date.now, lockOut } = options;
  if (prepare) await prepareAccounts(folder);
  else requireFile(folder);
  const db = openDatabase(folder.accounts);
  try {
    requireTables(folder, db);
    const ping = db.prepare('SELECT 1 FROM plan LIMIT 1');
    return {
      registry: createSqliteRegistry(db, now),
      authenticator: createSqliteAuthenticator(db, { now, ...(lockOut && { lockOut }) }),
      quota: createSqliteQuota(db, now),
      repairClock: () => repairClock(db, now()),
      ping: () => void withStorageErrors(folder.accounts, () => ping.get()),
      close: () => db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Makes folder, file and tables where they are missing; gives the names of the migrations that ran. */
export async function prepareAccounts(folder: DataFolder): Promise<string[]> {
  prepareFolder(folder);
  closeSync(openSync(folder.accounts, 'a', 0o600));
  const db = openDatabase(folder.accounts);
  try {
    return await migrate(db, accountMigrations);
  } finally {
    db.close();
  }
}

function requireFile({ root, accounts }: DataFolder): void {
  if (existsSync(accounts)) return;
  throw new UserError(`${root}: no data folder, accounts.sqlite is missing. Check --data-dir, or prepare it: migrate`);
}

function requireTables({ accounts }: DataFolder, db: DatabaseSync): void {
  refuseNewer(db, accountMigrations);
  const pending = pendingMigrations(db, accountMigrations);
  if (pending.length === 0) return;
  throw new UserError(`${accounts}: made by an older version, ${pending.join(', ')} has not run. Run: migrate`);
}
