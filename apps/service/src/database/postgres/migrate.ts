import { UserError } from '@vehicle-lookup/command-line';
import { sql } from 'kysely';
import { type Migration, Migrator } from 'kysely/migration';
import { contractions, withExecuted } from '../migration-names.ts';
import { StorageError } from '../storage-error.ts';
import type { Database } from './database.ts';

/** The oldest PostgreSQL that is supported, as `server_version_num`. */
const OLDEST = 150_000;

type Migrations = Record<string, Migration>;

/**
 * Runs the missing migrations in one transaction; if several processes do so at once, each migration runs once.
 * @returns the names of the migrations that it ran
 * @throws UserError if the engine is too old, or the tables are too new; StorageError
 */
export async function migrate(database: Database, migrations: Migrations): Promise<string[]> {
  await checkEngine(database);
  const executed = await executedMigrations(database);
  refuseNewer(database.location, executed, migrations);
  if (pendingMigrations(executed, migrations).length === 0) return [];
  return database.run(async (db) => {
    const known = withExecuted(migrations, executed);
    const migrator = new Migrator({ db, provider: { getMigrations: async () => known } });
    const { error, results = [] } = await migrator.migrateToLatest();
    if (error !== undefined) throw error;
    return results.map((result) => result.migrationName);
  });
}

/** @throws UserError if the tables cannot be used by this version */
export async function checkMigrated(database: Database, migrations: Migrations): Promise<void> {
  await checkEngine(database);
  const executed = await executedMigrations(database);
  refuseNewer(database.location, executed, migrations);
  const pending = pendingMigrations(executed, migrations);
  if (pending.length === 0) return;
  const what =
    executed.length === 0
      ? 'holds no tables of this service'
      : `made by an older version, ${pending.join(', ')} has not run`;
  throw new UserError(`${database.location}: ${what}. Check DATABASE_URL, or run: migrate`);
}

/** Why this version cannot use the engine or its tables at all; undefined: it can. Pending migrations are no reason. */
export async function migrationFault(database: Database, migrations: Migrations): Promise<string | undefined> {
  try {
    await checkEngine(database);
    refuseNewer(database.location, await executedMigrations(database), migrations);
    return undefined;
  } catch (error) {
    if (error instanceof StorageError || !(error instanceof UserError)) throw error;
    return error.message;
  }
}

/** @throws UserError if the engine is too old or read-only */
async function checkEngine({ query, location }: Database): Promise<void> {
  const [engine] = await query<{ version: string; number: number; standby: boolean; read_only: string }>(
    `select current_setting('server_version') as version, current_setting('server_version_num')::integer as number,
       pg_is_in_recovery() as standby, current_setting('transaction_read_only') as read_only`,
  );
  if (!engine) return;
  if (engine.number < OLDEST) {
    throw new UserError(
      `${location}: expected PostgreSQL ${OLDEST / 10_000} or newer, got ${engine.version}. Upgrade it, or give another DATABASE_URL`,
    );
  }
  if (engine.standby || engine.read_only === 'on') {
    const why = engine.standby ? 'it is a standby' : 'default_transaction_read_only is on';
    throw new UserError(`${location}: read-only, because ${why}. Name the primary in DATABASE_URL`);
  }
}

function refuseNewer(location: string, executed: readonly string[], migrations: Migrations): void {
  const unknown = contractions(executed, migrations);
  if (unknown.length === 0) return;
  throw new UserError(
    `${location}: a newer version of this service ran ${unknown.join(', ')}, which took away what this one needs. Run that version`,
  );
}

export const pendingMigrations = (executed: readonly string[], migrations: Migrations): string[] =>
  Object.keys(migrations)
    .filter((name) => !executed.includes(name))
    .sort();

/** Reads Kysely's own table. */
export async function executedMigrations({ query, run }: Database): Promise<string[]> {
  const [row] = await query<{ found: boolean }>("select to_regclass('kysely_migration') is not null as found");
  if (!row?.found) return [];
  const { rows } = await run((db) =>
    sql<{ name: string }>`select name from kysely_migration order by name`.execute(db),
  );
  return rows.map(({ name }) => name);
}
