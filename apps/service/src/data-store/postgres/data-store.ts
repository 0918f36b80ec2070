import { setTimeout as wait } from 'node:timers/promises';
import { createSharedCatalogues } from '../../catalogue/shared/shared-catalogues.ts';
import { dataDirectory } from '../../data-directory/data-directory.ts';
import { openDatabase } from '../../database/postgres/database.ts';
import { accountMigrations } from '../../database/postgres/migrations.ts';
import { checkEngine, openPostgresSql, postgresSql } from '../../database/postgres/sql.ts';
import { StorageError } from '../../database/storage-error.ts';
import { examineDataDirectory } from '../../doctor/data-directory.ts';
import { examinePostgres } from '../../doctor/postgres.ts';
import { createPostgresAdmission } from '../../limits/postgres-admission.ts';
import { createPostgresQuota, repairClock } from '../../quota/postgres-quota.ts';
import { AccountStore } from '../account-store.ts';
import type { DataStore } from '../data-store.ts';
import { createSqliteDataStore } from '../sqlite/data-store.ts';

/**
 * Returns the stores with accounts and usage in PostgreSQL. The catalogue is in files on this machine, which may be copies of
 * shared versions.
 * @param url URL of the database
 * @param place directory of shared catalogue versions; default: each instance has its own catalogue
 */
export function createPostgresDataStore(
  root: string,
  { url, place }: { url: string; place?: string | undefined },
): DataStore {
  const files = createSqliteDataStore(root);
  const directory = dataDirectory(root);
  const accounts = createPostgresAccounts(url);
  const catalogues = place ? createSharedCatalogues(files.catalogues, { url, place, directory }) : files.catalogues;
  return {
    ...files,
    accounts,
    catalogues,
    examine: async () => [
      ...(await examineDataDirectory(directory, { accounts: false, catalogue: place === undefined })),
      ...(await examinePostgres(url, place)),
    ],
    async copyAccounts(copy, destination) {
      // A backup is a data directory, including its accounts.
      const files = createSqliteDataStore(`${copy}.directory`);
      await files.accounts.prepare();
      await files.accounts.copyFrom(accounts);
      await files.copyAccounts(copy, destination);
    },
  };
}

/** Returns a store in PostgreSQL that all instances share, including burst and lockout. */
export function createPostgresAccounts(url: string): AccountStore {
  const openSql = () => openPostgresSql(url);
  return new AccountStore({
    migrations: accountMigrations,
    check: checkEngine,
    openSql,
    openReadOnly: openSql,
    openBoth({ now, onCall }) {
      const database = openDatabase(url);
      return {
        ...postgresSql(database, now),
        [Symbol.asyncDispose]: database[Symbol.asyncDispose],
        requests(onUse) {
          const admission = createPostgresAdmission(database, { now, onCall, onUse });
          const quota = createPostgresQuota(database, now, onCall);
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
            // The statement also fails on a standby.
            ping: async () => void (await database.query('update plan set name = name where false')),
          };
        },
      };
    },
    repairClock,
    onceAvailable,
    afterCopy: (sql) => sql.query('select adopt_copied_rows()'),
  });
}

/** Milliseconds that a start waits for PostgreSQL, which may also be starting. Afterwards, a supervisor restarts the service. */
const LONGEST_MS = 10_000;
/** Maximum pause between two attempts in milliseconds. */
const PAUSE_MS = 500;

/**
 * Runs `work`, and repeats it for up to ten seconds while the database is unavailable. Errors that waiting does not resolve, such
 * as an incorrect password, are thrown immediately.
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
