import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { contractions, type Migrations, pendingOf } from '../migrations.ts';
import { StorageError } from '../storage-error.ts';
import type { Database, SqlQuery } from './database.ts';

/** The oldest PostgreSQL that is supported, as `server_version_num`. */
const OLDEST = 150_000;

/** The name of Kysely's table, and the number of its lock: it ran the first migrations, also those of a release before. */
const EXECUTED = 'create table if not exists kysely_migration (name text primary key, timestamp text not null)';
const LOCK = 'select pg_advisory_xact_lock(3853314791062309107)';

/**
 * Runs the missing migrations in one transaction; if several processes do so at once, each migration runs once.
 * @returns the names of the migrations that it ran
 * @throws UserError if the engine is too old, or the tables are too new; StorageError
 */
export async function migrate(database: Database, migrations: Migrations): Promise<string[]> {
  await checkEngine(database);
  const executed = await executedMigrations(database);
  rejectNewer(database.location, executed, migrations);
  if (pendingOf(executed, migrations).length === 0) return [];
  return database.transaction(async (query) => {
    await query(LOCK);
    await query(EXECUTED);
    // Another process may have run them meanwhile.
    const pending = pendingOf(await executedMigrations({ query }), migrations);
    for (const name of pending) {
      for (const statement of migrations[name] ?? []) await query(statement);
      await query('insert into kysely_migration values ($1, $2)', [name, new Date().toISOString()]);
    }
    return pending;
  });
}

/** @throws UserError if the tables cannot be used by this version */
export async function checkMigrated(database: Database, migrations: Migrations): Promise<void> {
  await checkEngine(database);
  const executed = await executedMigrations(database);
  rejectNewer(database.location, executed, migrations);
  const pending = pendingOf(executed, migrations);
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
    rejectNewer(database.location, await executedMigrations(database), migrations);
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

function rejectNewer(location: string, executed: readonly string[], migrations: Migrations): void {
  const unknown = contractions(executed, migrations);
  if (unknown.length === 0) return;
  throw new UserError(
    `${location}: a newer version of this service ran ${unknown.join(', ')}, which took away what this one needs. Run that version`,
  );
}

/** Names of the migrations that have run; none in an empty database. */
export async function executedMigrations({ query }: { query: SqlQuery }): Promise<string[]> {
  const [row] = await query<{ found: boolean }>("select to_regclass('kysely_migration') is not null as found");
  if (!row?.found) return [];
  return (await query<{ name: string }>('select name from kysely_migration order by name')).map(({ name }) => name);
}
