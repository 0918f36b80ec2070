import type { DatabaseSync } from 'node:sqlite';
import { explain } from '../explain.ts';
import { type Migrations, pendingMigrations, refuseNewer } from '../sqlite/migrate.ts';
import { openWithoutTrace } from '../sqlite/open.ts';
import { storageError } from '../sqlite/storage-error.ts';
import { type Finding, ok, RESTORE, wrong } from './finding.ts';

/**
 * Checks a database file that is there, from its first page to its last, and its migrations.
 * @param more what else is to be found out, once the file is sound
 */
export async function checkDatabase(
  what: string,
  path: string,
  migrations: Migrations,
  more: (db: DatabaseSync) => Finding[] | Promise<Finding[]>,
): Promise<Finding[]> {
  let db: DatabaseSync | undefined;
  try {
    db = openWithoutTrace(path);
    const faults = [...faultsOf(db), ...orphansOf(db)];
    if (faults.length > 0) return [wrong(what, `${path} is damaged: ${faults[0]}`, RESTORE)];
    const pending = checkMigrations(what, path, db, migrations);
    return pending ? [pending] : [ok(what, `${path} is sound`), ...(await more(db))];
  } catch (error) {
    return [wrong(what, explain(storageError(path, error)), RESTORE)];
  } finally {
    db?.close();
  }
}

const faultsOf = (db: DatabaseSync): string[] =>
  db
    .prepare('PRAGMA integrity_check(10)')
    .all()
    .map((row) => String(row.integrity_check))
    .filter((line) => line !== 'ok');

const orphansOf = (db: DatabaseSync): string[] =>
  db
    .prepare('PRAGMA foreign_key_check')
    .all()
    .map((row) => `a row of ${row.table} refers to one of ${row.parent} that is not there`);

/** @throws UserError when the file comes from a newer version */
function checkMigrations(what: string, path: string, db: DatabaseSync, migrations: Migrations): Finding | undefined {
  refuseNewer(db, migrations);
  const pending = pendingMigrations(db, migrations);
  if (pending.length === 0) return undefined;
  return wrong(what, `${path} lacks ${pending.join(', ')}`, 'run `migrate`; `serve` does it at its start');
}
