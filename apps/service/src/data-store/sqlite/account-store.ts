import { closeSync, existsSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import {
  type DataDirectory,
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
import { createSqliteAdmission } from '../../limits/sqlite-admission.ts';
import { createSqliteQuota, repairClock } from '../../quota/sqlite-quota.ts';
import { createAccountStore } from '../account-store.ts';
import type { AccountStore } from '../data-store.ts';

/** Everything in accounts.sqlite. Burst and lockout are in memory: each process counts for itself. */
export function createSqliteAccountStore(directory: DataDirectory): AccountStore {
  const { accounts: path } = directory;
  return createAccountStore({
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
      return { ...sqliteSql(db), close: async () => db.close() };
    },
    openBoth({ now = Date.now, monotonicNow, lockWaitMs }) {
      requireAccounts(directory);
      const db = openDatabase(path);
      // Requests wait without blocking their process.
      if (lockWaitMs !== undefined) db.exec('PRAGMA busy_timeout = 0');
      const waitMs = lockWaitMs ?? 0;
      const unlock = lockWaitMs === undefined ? undefined : tryLock(directory.serveLock);
      return {
        ...sqliteSql(db, now),
        async close() {
          unlock?.();
          db.close();
        },
        requests: (onUse) => ({
          engine: { name: 'sqlite' },
          isAlone: lockWaitMs === undefined || unlock !== undefined,
          admit: createSqliteAdmission(db, { now, monotonicNow, lockWaitMs: waitMs, onUse }),
          quota: createSqliteQuota(db, now, waitMs),
          ping: createPing(db, now, waitMs),
        }),
      };
    },
    repairClock,
  });
}

/** Returns a function that reads and writes, to find out whether both are possible. */
function createPing(db: DatabaseSync, now: () => number, lockWaitMs: number): () => Promise<void> {
  const read = prepare(db, 'SELECT 1 FROM plan LIMIT 1');
  const write = prepare(db, 'INSERT OR REPLACE INTO trial (id, ts_ms) VALUES (1, ?)');
  const ping = () =>
    withStorageErrors(pathOf(db), () => {
      read.get();
      write.run(now());
    });
  return async () => retryWhileLocked(ping, lockWaitMs);
}
