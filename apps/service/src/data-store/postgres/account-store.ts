import { setTimeout as wait } from 'node:timers/promises';
import { openDatabase } from '../../database/postgres/database.ts';
import { accountMigrations } from '../../database/postgres/migrations.ts';
import { checkEngine, openPostgresSql, postgresSql } from '../../database/postgres/sql.ts';
import { StorageError } from '../../database/storage-error.ts';
import { createPostgresAdmission } from '../../limits/postgres-admission.ts';
import { createPostgresQuota, repairClock } from '../../quota/postgres-quota.ts';
import { AccountStore } from '../account-store.ts';

/** Accounts and usage in PostgreSQL, shared by all instances, burst and lockout included. */
export function createPostgresAccountStore(url: string): AccountStore {
  const openSql = () => openPostgresSql(url);
  return new AccountStore({
    migrations: accountMigrations,
    check: checkEngine,
    openSql,
    openReadOnly: openSql,
    openBoth({ now, onCall }) {
      const database = openDatabase(url);
      const ofCall = (call: string) =>
        onCall && ((seconds: number, requests: number) => onCall(call, seconds, requests));
      return {
        ...postgresSql(database, now),
        close: database.close,
        requests(onUse) {
          const admission = createPostgresAdmission(database, { now, onCall: ofCall('admit'), onUse });
          const quota = createPostgresQuota(database, now, ofCall('charge'));
          return {
            engine: {
              name: 'postgresql',
              load: () => ({
                connections: database.connections(),
                waiting: { admit: admission.waiting(), charge: quota.waiting() },
              }),
            },
            isAlone: true,
            admit: admission.admit,
            quota,
            // It fails on a standby, too.
            ping: async () => void (await database.query('update plan set burst = burst where false')),
          };
        },
      };
    },
    repairClock,
    onceAvailable,
    afterCopy: (sql) => sql.query('select adopt_copied_rows()'),
  });
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
