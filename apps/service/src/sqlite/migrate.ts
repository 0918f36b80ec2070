import type { DatabaseSync } from 'node:sqlite';
import { type Migration, Migrator } from 'kysely/migration';
import { UserError } from '../user-error.ts';
import { kyselyOver } from './dialect.ts';

/** By name; they run in the order of their names. */
export type Migrations = Record<string, Migration>;

/**
 * Runs the migrations that are missing, all in one transaction: also when two processes do so at once, or one is
 * killed, each has run once and whole. Gives the names of those that it ran. The database stays open.
 * @throws UserError when the file comes from a newer version; StorageError; whatever a migration throws
 */
export async function migrate(db: DatabaseSync, migrations: Migrations): Promise<string[]> {
  refuseNewer(db, migrations);
  if (pendingMigrations(db, migrations).length === 0) return [];
  return kyselyOver<unknown>(db)
    .transaction()
    .execute(async (transaction) => {
      const migrator = new Migrator({ db: transaction, provider: { getMigrations: async () => migrations } });
      const { error, results = [] } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
      return results.map((result) => result.migrationName);
    });
}

/** Names of the migrations that have not run; changes nothing. */
export function pendingMigrations(db: DatabaseSync, migrations: Migrations): string[] {
  const done = new Set(executed(db));
  return Object.keys(migrations)
    .filter((name) => !done.has(name))
    .sort();
}

/** Kysely's own table. */
function executed(db: DatabaseSync): string[] {
  const there = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'").get();
  if (!there) return [];
  return db
    .prepare('SELECT name FROM kysely_migration ORDER BY name')
    .all()
    .map((row) => String(row.name));
}

/** @throws UserError when the file comes from a newer version */
export function refuseNewer(db: DatabaseSync, migrations: Migrations): void {
  const unknown = executed(db).filter((name) => !Object.hasOwn(migrations, name));
  if (unknown.length === 0) return;
  throw new UserError(
    `${db.location() ?? 'the database'}: written by a newer version of this service, which ran ${unknown.join(', ')}. ` +
      'Run that version, or restore a backup that this one made.',
  );
}
