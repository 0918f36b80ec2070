import type { DatabaseSync } from 'node:sqlite';
import { withStorageErrors } from './storage-error.ts';

/**
 * Runs `work` in one write transaction that holds the lock from its beginning, so that it never fails half-way because
 * another process wrote in between. When it returns, the rows are on disk; when it throws, nothing has changed.
 * @throws StorageError where the file is what failed; whatever `work` throws
 */
export function writeTransaction<T>(db: DatabaseSync, work: () => T): T {
  return withStorageErrors(db.location() ?? ':memory:', () => {
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
