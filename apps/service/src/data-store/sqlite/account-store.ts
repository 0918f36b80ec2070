import { closeSync, existsSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { createSqliteAudit, createSqliteRegistry, eraseFromAudit } from '../../accounts/sqlite-registry.ts';
import { type DataDirectory, makeDirectories } from '../../data-directory/data-directory.ts';
import { openDatabase, prepare, retryWhileLocked } from '../../database/sqlite/database.ts';
import { migrate, pendingMigrations, rejectNewer } from '../../database/sqlite/migrate.ts';
import { withStorageErrors } from '../../database/sqlite/storage-errors.ts';
import { createSqliteAdmission } from '../../limits/sqlite-admission.ts';
import { createSqliteQuota, dailySince, eraseUsage, readDailyUsage, repairClock } from '../../quota/sqlite-quota.ts';
import type { AccountStore, Accounts, AccountsOptions } from '../data-store.ts';
import { accountMigrations } from './account-migrations.ts';
import { readAccounts, writeAccounts } from './copy-accounts.ts';

/** Everything in accounts.sqlite. Burst and lockout are in memory: each process counts for itself. */
export function createAccountStore(directory: DataDirectory): AccountStore {
  return {
    async prepare() {
      makeDirectories(directory);
      closeSync(openSync(directory.accounts, 'a', 0o600));
      const db = openDatabase(directory.accounts);
      try {
        return migrate(db, accountMigrations);
      } finally {
        db.close();
      }
    },
    read: (add) => withFile(directory, (db) => readAccounts(db, add)),
    write: (fill) => withFile(directory, (db) => writeAccounts(db, fill)),
    async open(options = {}) {
      requireFile(directory);
      const { accounts: path } = directory;
      const db = openDatabase(path);
      try {
        requireMigrated(directory, db);
        // From now on requests wait without blocking their process.
        if (options.lockWaitMs !== undefined) db.exec('PRAGMA busy_timeout = 0');
        return accountsIn(path, db, options);
      } catch (error) {
        db.close();
        throw error;
      }
    },
  };
}

async function withFile<T>(directory: DataDirectory, work: (db: DatabaseSync) => Promise<T>): Promise<T> {
  requireFile(directory);
  const db = openDatabase(directory.accounts);
  try {
    requireMigrated(directory, db);
    return await work(db);
  } finally {
    db.close();
  }
}

function accountsIn(path: string, db: DatabaseSync, options: AccountsOptions): Accounts {
  const { now = Date.now, monotonicNow, lockWaitMs = 0 } = options;
  const read = prepare(db, 'SELECT 1 FROM plan LIMIT 1');
  const write = prepare(db, 'INSERT OR REPLACE INTO trial (id, ts_ms) VALUES (1, ?)');
  const ping = () =>
    withStorageErrors(path, () => {
      read.get();
      write.run(now());
    });
  const registry = createSqliteRegistry(db, now, (accountId) => {
    eraseUsage(db, accountId);
    eraseFromAudit(db, accountId);
  });
  return {
    engine: { name: 'sqlite' },
    registry,
    admit: createSqliteAdmission(db, { now, monotonicNow, lockWaitMs }),
    quota: createSqliteQuota(db, now, lockWaitMs),
    usage: {
      async daily(range) {
        if (range.user !== undefined) await registry.account(range.user);
        return readDailyUsage(db, range);
      },
      dailySince: async () => dailySince(db),
      repairClock: async () => repairClock(db, now()),
    },
    audit: createSqliteAudit(db, now),
    ping: async () => retryWhileLocked(ping, lockWaitMs),
    close: async () => db.close(),
  };
}

function requireFile({ root, accounts }: DataDirectory): void {
  if (existsSync(accounts)) return;
  throw new UserError(
    `${root}: not a data directory, accounts.sqlite is missing. Check --data-dir, or create it: migrate`,
  );
}

function requireMigrated({ accounts }: DataDirectory, db: DatabaseSync): void {
  rejectNewer(db, accountMigrations);
  const pending = pendingMigrations(db, accountMigrations);
  if (pending.length === 0) return;
  throw new UserError(`${accounts}: made by an older version, ${pending.join(', ')} has not run. Run: migrate`);
}
