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
