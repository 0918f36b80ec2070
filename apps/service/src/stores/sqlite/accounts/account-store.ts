import { closeSync, existsSync, openSync } from 'node:fs';
import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '@vehicle-lookup/command-line';
import { admitInTwoSteps } from '../../admission.ts';
import type { AccountStore, Accounts, AccountsOptions } from '../../data-store.ts';
import { createMemoryBurst } from '../../memory/memory-burst.ts';
import { createMemoryLockOut } from '../../memory/memory-lock-out.ts';
import { type DataDirectory, makeDirectories } from '../data-directory.ts';
import { migrate, pendingMigrations, refuseNewer } from '../database/migrate.ts';
import { openDatabase } from '../database/open-database.ts';
import { withStorageErrors } from '../database/storage-errors.ts';
import { repairClock } from '../quota/repair-clock.ts';
import { createRollingQuota } from '../quota/rolling-quota.ts';
import { accountMigrations } from './account-migrations.ts';
import { createAccountRegistry } from './account-registry.ts';
import { createAuthenticator } from './authenticator.ts';

/** Everything in accounts.sqlite. Burst and lock-out are in memory: each process counts for itself. */
export function createAccountStore(directory: DataDirectory): AccountStore {
  return {
    async prepare() {
      makeDirectories(directory);
      closeSync(openSync(directory.accounts, 'a', 0o600));
      const db = openDatabase(directory.accounts);
      try {
        return await migrate(db, accountMigrations);
      } finally {
        db.close();
      }
    },
    async open(options = {}) {
      requireFile(directory);
      const db = openDatabase(directory.accounts);
      try {
        requireMigrated(directory, db);
        return accountsIn(directory.accounts, db, options);
      } catch (error) {
        db.close();
        throw error;
      }
    },
  };
}

function accountsIn(path: string, db: DatabaseSync, { now = Date.now, monotonicNow }: AccountsOptions): Accounts {
  const ping = db.prepare('SELECT 1 FROM plan LIMIT 1');
  const authenticator = createAuthenticator(db, createMemoryLockOut(now), now);
  const burst = createMemoryBurst(monotonicNow);
  return {
    registry: createAccountRegistry(db, now),
    authenticator,
    burst,
    admit: admitInTwoSteps(authenticator, burst),
    quota: createRollingQuota(db, now),
    repairClock: async () => repairClock(db, now()),
    ping: async () => void withStorageErrors(path, () => ping.get()),
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
  refuseNewer(db, accountMigrations);
  const pending = pendingMigrations(db, accountMigrations);
  if (pending.length === 0) return;
  throw new UserError(`${accounts}: made by an older version, ${pending.join(', ')} has not run. Run: migrate`);
}
