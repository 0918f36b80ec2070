import { sql } from 'kysely';
import type { AccountStore, Accounts, AccountsOptions } from '../data-store.ts';
import { type Database, openDatabase } from '../../database/postgres/database.ts';
import { checkMigrated, migrate } from '../../database/postgres/migrate.ts';
import { onceAvailable } from '../../database/postgres/once-available.ts';
import { accountMigrations, type SharedTables } from './account-migrations.ts';
import { createAccountRegistry } from '../../accounts/postgres-registry.ts';
import { createAdmissions } from '../../limits/postgres-admission.ts';
import { readAccounts, writeAccounts } from './copy-accounts.ts';
import { createSharedQuota } from '../../quota/postgres-quota.ts';

/** Accounts and usage in PostgreSQL, shared by all instances, burst and lock-out included. */
export function createAccountStore(url: string): AccountStore {
  return {
    async prepare() {
      const database = openDatabase<SharedTables>(url, { patient: true });
      try {
        return await onceAvailable(() => migrate(database, accountMigrations));
      } finally {
        await database.close();
      }
    },
    read: (add) => withDatabase(url, (database) => readAccounts(database, add)),
    write: (fill) => withDatabase(url, (database) => writeAccounts(database, fill)),
    async open(options = {}) {
      const database = openDatabase<SharedTables>(url);
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

async function withDatabase<T>(url: string, work: (database: Database<SharedTables>) => Promise<T>): Promise<T> {
  const database = openDatabase<SharedTables>(url, { patient: true });
  try {
    await checkMigrated(database, accountMigrations);
    return await work(database);
  } finally {
    await database.close();
  }
}

function accountsIn(database: Database<SharedTables>, { now, onCall }: AccountsOptions): Accounts {
  const ofCall = (call: string) => onCall && ((seconds: number, requests: number) => onCall(call, seconds, requests));
  const admissions = createAdmissions(database, now, ofCall('admit'));
  const quota = createSharedQuota(database, now, ofCall('charge'));
  return {
    engine: {
      name: 'postgresql',
      load: () => ({
        connections: database.connections(),
        waiting: { admit: admissions.waiting(), charge: quota.waiting() },
      }),
    },
    registry: createAccountRegistry(database, now),
    authenticator: {
      authenticate: (user, key, address) => admissions.add({ user, key, address, hits: false }),
    },
    burst: {
      async hit({ id, plan }) {
        const [row] = await database.query<{ admitted: number }>('select hit_burst($1, $2, 1, $3) as admitted', [
          id,
          plan.burst,
          now?.(),
        ]);
        return row?.admitted === 1 ? undefined : 1;
      },
    },
    admit: (user, key, address) => admissions.add({ user, key, address, hits: true }),
    quota,
    repairClock: () => repairClock(database, now),
    // It fails on a standby, too.
    ping: async () => void (await database.query('update plan set burst = burst where false')),
    close: () => database.close(),
  };
}

/** Dates consultations of a clock that was ahead back to now. Charges wait for it, in the order of the accounts' ids. */
function repairClock({ transaction }: Database<SharedTables>, now?: () => number): Promise<number> {
  return transaction(async (db) => {
    const time = sql<number>`coalesce(${now?.() ?? null}::bigint, engine_ms())`;
    const { rows } = await sql<{ account_id: number; ms: number }>`select account_id, ${time} as ms from usage_head
      where ts_ms > ${time} order by account_id for update`.execute(db);
    let repaired = 0;
    for (const { account_id, ms } of rows) {
      const changed =
        await sql`update usage set ts_ms = ${ms} where account_id = ${account_id} and ts_ms > ${ms}`.execute(db);
      await sql`update usage_head set ts_ms = ${ms}, hint_ms = null where account_id = ${account_id}`.execute(db);
      repaired += Number(changed.numAffectedRows ?? 0);
    }
    return repaired;
  });
}
