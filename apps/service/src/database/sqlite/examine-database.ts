import type { DatabaseSync } from 'node:sqlite';
import { explain } from '@vehicle-lookup/toolkit/command-line';
import { type DoctorFinding, ok, wrong } from '../finding.ts';
import type { Migrations } from '../migrations.ts';
import { openWithoutTrace } from './database.ts';
import { pendingMigrations, rejectNewer } from './migrate.ts';
import { storageError } from './storage-errors.ts';

/** The next step for a file that cannot be repaired. */
export const RESTORE = 'restore the latest backup into an empty directory (README, Backup and restore)';

export interface Examined {
  /** For messages. */
  what: string;
  path: string;
  migrations: Migrations;
  /** Whether the file works without migrations that it lacks. */
  mayLack: boolean;
}

/**
 * Checks an existing database file, from its first page to its last, and its migrations.
 * @param more further checks, once the file is sound
 */
export async function examineDatabase(
  { what, path, migrations, mayLack }: Examined,
  more: (db: DatabaseSync) => DoctorFinding[] | Promise<DoctorFinding[]>,
): Promise<DoctorFinding[]> {
  let db: DatabaseSync | undefined;
  try {
    db = openWithoutTrace(path);
    const faults = [...damages(db), ...orphans(db)];
    if (faults.length > 0) return [wrong(what, `${path} is damaged: ${faults[0]}`, RESTORE)];
    rejectNewer(db, migrations);
    const pending = mayLack ? [] : pendingMigrations(db, migrations);
    if (pending.length > 0) {
      return [wrong(what, `${path} lacks ${pending.join(', ')}`, 'run `migrate`; `serve` does it at its start')];
    }
    return [ok(what, `${path} is sound`), ...(await more(db))];
  } catch (error) {
    return [wrong(what, explain(storageError(path, error)), RESTORE)];
  } finally {
    db?.close();
  }
}

const damages = (db: DatabaseSync): string[] =>
  db
    .prepare('PRAGMA integrity_check(10)')
    .all()
    .map((row) => String(row.integrity_check))
    .filter((line) => line !== 'ok');

const orphans = (db: DatabaseSync): string[] =>
  db
    .prepare('PRAGMA foreign_key_check')
    .all()
    .map((row) => `a row of ${row.table} refers to a row of ${row.parent} that does not exist`);
