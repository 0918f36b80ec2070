import type { DatabaseSync } from 'node:sqlite';
import { explain } from '@vehicle-lookup/toolkit/command-line';
import { openWithoutTrace } from '../database/sqlite/database.ts';
import { storageError } from '../database/sqlite/storage-errors.ts';
import { StorageError } from '../database/storage-error.ts';
import { type DoctorFinding, ok, wrong } from './finding.ts';

/** Next step for a file that cannot be repaired. */
export const RESTORE = 'restore the latest backup into an empty directory (README, Backup and restore)';

/**
 * Checks all pages of an existing database file.
 * @param what the subject of the findings
 * @param more further checks of an undamaged file
 */
export async function examineDatabaseFile(
  what: string,
  path: string,
  more: (db: DatabaseSync) => Promise<DoctorFinding[]>,
): Promise<DoctorFinding[]> {
  try {
    using db = openWithoutTrace(path);
    const fault = damageOf(db);
    if (fault !== undefined) return [wrong(what, `${path} is damaged: ${fault}`, RESTORE)];
    return [ok(what, `${path} is intact`), ...(await more(db))];
  } catch (cause) {
    const error = storageError(path, cause);
    const isUnreadable = error instanceof StorageError && error.reason === 'unreadable';
    return [wrong(what, explain(error), isUnreadable ? 'correct this, then run doctor again' : RESTORE)];
  }
}

function damageOf(db: DatabaseSync): string | undefined {
  const first = db.prepare('PRAGMA integrity_check(1)').get()?.integrity_check;
  if (first !== 'ok') return String(first);
  const orphan = db.prepare('PRAGMA foreign_key_check').get();
  return orphan && `a row of ${orphan.table} refers to a row of ${orphan.parent} that does not exist`;
}
