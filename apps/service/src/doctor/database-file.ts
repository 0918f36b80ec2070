import type { DatabaseSync } from 'node:sqlite';
import { explain } from '@vehicle-lookup/toolkit/command-line';
import { openWithoutTrace } from '../database/sqlite/database.ts';
import { storageError } from '../database/sqlite/storage-errors.ts';
import { StorageError } from '../database/storage-error.ts';
import { type DoctorFinding, ok, wrong } from './finding.ts';

/** The next step for a file that cannot be repaired. */
export const RESTORE = 'restore the latest backup into an empty directory (README, Backup and restore)';

/**
 * Checks an existing database file, from its first page to its last.
 * @param what for messages
 * @param more further checks, once the file is sound
 */
export async function examineDatabaseFile(
  what: string,
  path: string,
  more: (db: DatabaseSync) => Promise<DoctorFinding[]>,
): Promise<DoctorFinding[]> {
  let db: DatabaseSync | undefined;
  try {
    db = openWithoutTrace(path);
    const [fault] = [...damages(db), ...orphans(db)];
    if (fault !== undefined) return [wrong(what, `${path} is damaged: ${fault}`, RESTORE)];
    return [ok(what, `${path} is sound`), ...(await more(db))];
  } catch (cause) {
    const error = storageError(path, cause);
    const isUnreadable = error instanceof StorageError && error.reason === 'unreadable';
    return [wrong(what, explain(error), isUnreadable ? 'correct this, then run doctor again' : RESTORE)];
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
