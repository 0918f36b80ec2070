import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { Sql } from './sql.ts';

/**
 * Statements by migration name. Migrations run in name order. A released migration never changes: a change is a new migration
 * with a later name. During a deployment, the previous release also uses the new tables. Therefore, a migration `NNNN-expand-…`
 * only adds to the tables, and a changed function gets a new name. In a later release, a migration without `expand` in its name
 * removes the replaced columns, tables and functions.
 */
export type Migrations = Record<string, readonly string[]>;

const EXPANSION = /^\d{4}-expand-/;

/**
 * Runs the pending migrations in one transaction: each migration runs once and completely, even if two processes run them
 * concurrently or a process is killed.
 * @returns the names of the migrations that ran
 * @throws UserError if a newer version has removed tables or columns that this version requires
 */
export const migrate = (sql: Sql, migrations: Migrations): Promise<string[]> =>
  sql.change(async (sql) => {
    await sql.query('create table if not exists migration (name text not null primary key, ran text not null)');
    const pending = await pendingMigrations(sql, migrations);
    for (const name of pending) {
      for (const statement of migrations[name] ?? []) await sql.query(statement);
      await sql.query('insert into migration (name, ran) values ($1, $2)', name, new Date().toISOString());
    }
    return pending;
  });

/** Returns the names of pending migrations. @throws UserError under the same condition as `migrate` */
export async function pendingMigrations(sql: Sql, migrations: Migrations): Promise<string[]> {
  const rows = (await sql.hasTable('migration')) ? await sql.query<{ name: string }>('select name from migration') : [];
  const ran = rows.map(({ name }) => name);
  const removals = ran.filter((name) => !Object.hasOwn(migrations, name) && !EXPANSION.test(name));
  if (removals.length > 0) {
    throw new UserError(
      `${sql.location}: a newer version of this service ran ${removals.join(', ')}, so this version cannot use the tables. ` +
        'Run that version, or restore a backup from this version.',
    );
  }
  return Object.keys(migrations)
    .filter((name) => !ran.includes(name))
    .sort();
}

/** Rejects tables with pending migrations. @throws UserError */
export function rejectPending(location: string, pending: readonly string[], migrations: Migrations): void {
  if (pending.length === 0) return;
  const isEmpty = pending.length === Object.keys(migrations).length;
  throw new UserError(
    isEmpty
      ? `${location}: does not contain the tables of this service. Check --data-dir and DATABASE_URL, or run: migrate`
      : `${location}: created by an older version, which lacks the migrations ${pending.join(', ')}. Make a backup, then run: migrate`,
  );
}
