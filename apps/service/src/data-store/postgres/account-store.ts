import { setTimeout as wait } from 'node:timers/promises';
import { createPostgresAudit, createPostgresRegistry, eraseFromAudit } from '../../accounts/postgres-registry.ts';
import { type Database, openDatabase, type SqlQuery, withDatabase } from '../../database/postgres/database.ts';
import { checkMigrated, migrate } from '../../database/postgres/migrate.ts';
import { StorageError } from '../../database/storage-error.ts';
import { createPostgresAdmission, eraseBurst } from '../../limits/postgres-admission.ts';
import {
  beginUsage,
  createPostgresQuota,
  eraseUsage,
  readDailyUsage,
  repairClock,
} from '../../quota/postgres-quota.ts';
import type { AccountStore, Accounts, AccountsOptions } from '../data-store.ts';
import { accountMigrations } from './account-migrations.ts';
import { readAccounts, writeAccounts } from './copy-accounts.ts';

/** Accounts and usage in PostgreSQL, shared by all instances, burst and lockout included. */
export function createAccountStore(url: string): AccountStore {
  return {
    prepare: () => withDatabase(url, (database) => onceAvailable(() => migrate(database, accountMigrations))),
    read: (add) => withMigrated(url, (database) => readAccounts(database, add)),
    write: (fill) => withMigrated(url, (database) => writeAccounts(database, fill)),
    async open(options = {}) {
      const database = openDatabase(url);
      try {
        await checkMigrated(database, accountMigrations);
        return accountsIn(database, options);
      } catch (error) {
        await database.close();
        throw error;
      }
    },
  };
}

const withMigrated = <T>(url: string, work: (database: Database) => Promise<T>): Promise<T> =>
  withDatabase(url, async (database) => {
    await checkMigrated(database, accountMigrations);
    return work(database);
  });

function accountsIn(database: Database, { now, onCall }: AccountsOptions): Accounts {
  const ofCall = (call: string) => onCall && ((seconds: number, requests: number) => onCall(call, seconds, requests));
  const admission = createPostgresAdmission(database, { now, onCall: ofCall('admit') });
  const quota = createPostgresQuota(database, now, ofCall('charge'));
  const hooks = {
    onCreate: beginUsage,
    async onDelete(query: SqlQuery, accountId: number) {
      await eraseUsage(query, accountId);
      await eraseBurst(query, accountId);
      await eraseFromAudit(query, accountId);
    },
  };
  const registry = createPostgresRegistry(database, hooks, now);
  return {
    engine: {
      name: 'postgresql',
      load: () => ({
        connections: database.connections(),
        waiting: { admit: admission.waiting(), charge: quota.waiting() },
      }),
    },
    registry,
    admit: admission.admit,
    quota,
    usage: {
      async daily(range) {
        if (range.user !== undefined) await registry.account(range.user);
        return readDailyUsage(database.query, range);
      },
      // It has recorded them from its first release on.
      dailySince: async () => undefined,
      repairClock: () => repairClock(database, now),
    },
    audit: createPostgresAudit(database, now),
    // It fails on a standby, too.
    ping: async () => void (await database.query('update plan set burst = burst where false')),
    close: () => database.close(),
  };
}

/** How long a start waits for an engine that starts, too. A supervisor starts the service again after that. */
const LONGEST_MS = 10_000;
/** The pause between two attempts, at most. */
const PAUSE_MS = 500;

/**
 * Runs `work`, again and again while the database cannot be reached, for ten seconds. A wrong password and everything else
 * that waiting does not correct fails immediately.
 */
export async function onceAvailable<T>(work: () => Promise<T>): Promise<T> {
  const end = performance.now() + LONGEST_MS;
  for (;;) {
    try {
      return await work();
    } catch (error) {
      const mayPass = error instanceof StorageError && error.reason === 'unavailable';
      if (!mayPass || performance.now() > end) throw error;
      await wait(PAUSE_MS * (0.5 + Math.random() / 2));
    }
  }
}
