import type { DatabaseSync } from 'node:sqlite';
import { pathOf } from './open-database.ts';
import { withStorageErrors } from './storage-errors.ts';

/**
 * Runs several reads in one transaction: they see one state of the file, and it is locked once instead of for each.
 * @throws StorageError if the file is what failed; whatever `work` throws
 */
export function readTransaction<T>(db: DatabaseSync, work: () => T): T {
  return withStorageErrors(pathOf(db), () => {
    db.exec('BEGIN');
    try {
      return work();
    } finally {
      if (db.isTransaction) db.exec('COMMIT');
    }
  });
}

/**
 * Runs `work` in one write transaction. It takes the lock at its beginning, so that it cannot fail half-way because
 * another process wrote in between. When it returns, the rows are on disk; when it throws, nothing has changed.
 * @throws StorageError if the file is what failed; whatever `work` throws
 */
export function writeTransaction<T>(db: DatabaseSync, work: () => T): T {
  return withStorageErrors(pathOf(db), () => {
    db.exec('BEGIN IMMEDIATE');
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      // Some errors, a full disk among them, have rolled back already.
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  });
}
