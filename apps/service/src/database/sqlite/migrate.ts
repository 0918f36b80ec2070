import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { contractions, type Migrations, pendingOf } from '../migrations.ts';
import { pathOf, runQuery, writeTransaction } from './database.ts';

/** The name of Kysely's table, which ran the first migrations. */
const EXECUTED =
  'create table if not exists kysely_migration (name text not null primary key, timestamp text not null)';

/**
 * Runs the missing migrations in one transaction: even if two processes do so at once, or one is killed, each has run
 * once and completely.
 * @returns the names of the migrations that it ran
 * @throws UserError if the file comes from a newer version; StorageError; SQLite's error if a migration is wrong
 */
export function migrate(db: DatabaseSync, migrations: Migrations): string[] {
  rejectNewer(db, migrations);
  if (pendingMigrations(db, migrations).length === 0) return [];
  return writeTransaction(db, () => {
    db.exec(EXECUTED);
    // Another process may have run them meanwhile.
    const pending = pendingMigrations(db, migrations);
    for (const name of pending) {
      for (const statement of migrations[name] ?? []) db.exec(statement);
      runQuery(db, 'insert into kysely_migration values (?, ?)', name, new Date().toISOString());
    }
    return pending;
  });
}

/** Names of the migrations that have not run; changes nothing. */
export const pendingMigrations = (db: DatabaseSync, migrations: Migrations): string[] =>
  pendingOf(executedMigrations(db), migrations);

/** @throws UserError if a newer version took something away that this one needs */
export function rejectNewer(db: DatabaseSync, migrations: Migrations): void {
  const unknown = contractions(executedMigrations(db), migrations);
  if (unknown.length === 0) return;
  throw new UserError(
    `${pathOf(db)}: written by a newer version of this service, which ran ${unknown.join(', ')}. ` +
      'Run that version, or restore a backup that this version made.',
  );
}

function executedMigrations(db: DatabaseSync): string[] {
  const [table] = runQuery(db, "select 1 from sqlite_schema where name = 'kysely_migration'");
  if (!table) return [];
  return runQuery<{ name: string }>(db, 'select name from kysely_migration order by name').map(({ name }) => name);
}
