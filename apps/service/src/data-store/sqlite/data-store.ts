import { closeSync, existsSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { createFileCatalogues } from '../../catalogue/files/file-catalogues.ts';
import {
  type DataDirectory,
  dataDirectory,
  makeDirectories,
  rejectLostAccounts,
  requireAccounts,
} from '../../data-directory/data-directory.ts';
import {
  openDatabase,
  openWithoutTrace,
  pathOf,
  prepare,
  retryWhileLocked,
  tryLock,
} from '../../database/sqlite/database.ts';
import { openSqliteSql, sqliteSql } from '../../database/sqlite/sql.ts';
import { withStorageErrors } from '../../database/sqlite/storage-errors.ts';
import { accountMigrations } from '../../database/sqlite/tables.ts';
import { examineDataDirectory } from '../../doctor/data-directory.ts';
import { createSqliteAdmission } from '../../limits/sqlite-admission.ts';
import { createSqliteQuota, repairClock } from '../../quota/sqlite-quota.ts';
import { AccountStore } from '../account-store.ts';
import type { DataStore } from '../data-store.ts';

/** Returns the stores with all data in SQLite files of one directory. */
export function createSqliteDataStore(root: string): DataStore {
  const directory = dataDirectory(root);
  return {
    root,
    accounts: createSqliteAccounts(directory),
    catalogues: createFileCatalogues(directory),
    examine: () => examineDataDirectory(directory),
    copyAccounts: async (copy, destination) => copyAccounts(directory, copy, destination),
  };
}

/** Returns the store in accounts.sqlite. Burst and lockout are in memory, where each process counts separately. */
function createSqliteAccounts(directory: DataDirectory): AccountStore {
  const { accounts: path } = directory;
  return new AccountStore({
    migrations: accountMigrations,
    begin({ mayBeginAnew = false }) {
      if (!mayBeginAnew) rejectLostAccounts(directory);
      makeDirectories(directory);
      closeSync(openSync(path, 'a', 0o600));
    },
    openSql() {
      requireAccounts(directory);
      return openSqliteSql(path);
    },
    openReadOnly() {
      if (!existsSync(path)) return undefined;
      const db = openWithoutTrace(path);
      return { ...sqliteSql(db), [Symbol.asyncDispose]: async () => db.close() };
    },
    openBoth({ now = Date.now, monotonicNow, lockWaitMs }) {
      requireAccounts(directory);
      const db = openDatabase(path);
      // Requests wait for locks without blocking the process.
      if (lockWaitMs !== undefined) db.exec('PRAGMA busy_timeout = 0');
      const waitMs = lockWaitMs ?? 0;
      const unlock = lockWaitMs === undefined ? undefined : tryLock(directory.serveLock);
      return {
        ...sqliteSql(db, now),
        async [Symbol.asyncDispose]() {
          unlock?.();
          db.close();
        },
        requests: (onUse) => ({
          engine: { name: 'sqlite' },
          isAlone: lockWaitMs === undefined || unlock !== undefined,
          admit: createSqliteAdmission(db, onUse, now, monotonicNow, waitMs),
          quota: createSqliteQuota(db, now, waitMs),
          ping: createPing(db, now, waitMs),
        }),
      };
    },
    repairClock,
  });
}

/** Returns a function that checks whether the file can be read and written. */
function createPing(db: DatabaseSync, now: () => number, lockWaitMs: number): () => Promise<void> {
  const read = prepare(db, 'SELECT 1 FROM plan LIMIT 1');
  const write = prepare(db, 'INSERT OR REPLACE INTO trial (id, ts_ms) VALUES (1, ?)');
  const ping = () =>
    withStorageErrors(pathOf(db), () => {
      // Cached pages would hide damage to the file.
      db.exec('PRAGMA shrink_memory');
      read.get();
      write.run(now());
    });
  return () => retryWhileLocked(ping, lockWaitMs);
}

export const ACCOUNTS_FILE = 'accounts.sqlite';

/** Returns true for the valid file names in a backup. Other names, including paths outside the directory, are rejected. */
export const isBackupFile = (name: string): boolean =>
  name === ACCOUNTS_FILE || /^catalogue\/(current|[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.sqlite(\.sha256)?)$/.test(name);

/** Copies a consistent state even while a service writes, because SQLite copies within a read transaction. */
function copyAccounts({ root, accounts }: DataDirectory, copy: string, destination: string): void {
  if (!existsSync(accounts)) {
    throw new UserError(`${root} does not contain accounts.sqlite; set --data-dir to the service's data directory`);
  }
  using db = openDatabase(accounts, { readOnly: true });
  withStorageErrors(`${accounts}, copied to ${destination}`, () => db.prepare('VACUUM INTO ?').run(copy));
}
