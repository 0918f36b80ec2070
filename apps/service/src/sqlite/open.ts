import { DatabaseSync } from 'node:sqlite';
import { withStorageErrors } from './storage-error.ts';

/** How long a statement waits for another process's transaction, in milliseconds. */
const BUSY_TIMEOUT = 5000;

export interface OpenOptions {
  /** The file must be there and is never written. */
  readOnly?: boolean;
}

/**
 * Opens a database file: made where it is missing, in WAL mode, durable at every commit (synchronous FULL), foreign
 * keys enforced. The folder must be there.
 * @throws StorageError when the file cannot be opened, is locked, or is no database
 */
export function openDatabase(path: string, options: OpenOptions = {}): DatabaseSync {
  const readOnly = options.readOnly ?? false;
  return withStorageErrors(path, () => {
    const db = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true });
    try {
      // SQLite reads nothing until it must: the first pragma is where a file of another kind shows itself.
      db.exec(readOnly ? 'PRAGMA schema_version' : 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL');
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}
