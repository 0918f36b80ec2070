import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '@vehicle-lookup/command-line';
import { type Migration, Migrator } from 'kysely/migration';
import { contractions, withExecuted } from '../migration-names.ts';
import { kyselyOver } from './dialect.ts';
import { pathOf } from './open-database.ts';

/** By name; they run in the order of their names. */
export type Migrations = Record<string, Migration>;

/**
 * Runs the missing migrations in one transaction: even if two processes do so at once, or one is killed, each has run
 * once and completely. Returns the names of those that it ran. The database stays open.
 * @throws UserError if the file comes from a newer version; StorageError; whatever a migration throws
 */
export async function migrate(db: DatabaseSync, migrations: Migrations): Promise<string[]> {
  refuseNewer(db, migrations);
  if (pendingMigrations(db, migrations).length === 0) return [];
  const known = withExecuted(migrations, executedMigrations(db));
  return kyselyOver<unknown>(db)
    .transaction()
    .execute(async (transaction) => {
      const migrator = new Migrator({ db: transaction, provider: { getMigrations: async () => known } });
      const { error, results = [] } = await migrator.migrateToLatest();
      if (error !== undefined) throw error;
      return results.map((result) => result.migrationName);
    });
}

/** Names of the migrations that have not run; changes nothing. */
export function pendingMigrations(db: DatabaseSync, migrations: Migrations): string[] {
  const executed = new Set(executedMigrations(db));
  return Object.keys(migrations)
    .filter((name) => !executed.has(name))
    .sort();
}

/** @throws UserError if a newer version took something away that this one needs */
export function refuseNewer(db: DatabaseSync, migrations: Migrations): void {
  const unknown = contractions(executedMigrations(db), migrations);
  if (unknown.length === 0) return;
  throw new UserError(
    `${pathOf(db)}: written by a newer version of this service, which ran ${unknown.join(', ')}. ` +
      'Run that version, or restore a backup that this version made.',
  );
}

/** Reads Kysely's own table. */
function executedMigrations(db: DatabaseSync): string[] {
  const table = db.prepare("SELECT 1 FROM sqlite_schema WHERE name = 'kysely_migration'").get();
  if (!table) return [];
  return db
    .prepare('SELECT name FROM kysely_migration ORDER BY name')
    .all()
    .map((row) => String(row.name));
}
