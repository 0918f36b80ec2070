import { existsSync } from 'node:fs';
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
  // SQLite reads nothing until it must: the first pragma is where a file of another kind shows itself.
  return open(
    path,
    readOnly,
    readOnly ? 'PRAGMA schema_version' : 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL',
  );
}

/**
 * Opens a file that is there for reading, and leaves nothing beside it that was not there before. A connection that may
 * not write leaves SQLite's `-wal` and `-shm`; one that may, takes them away as it closes, unless another uses them. It
 * would also work a log into the file that a crash has left: where there is one, the file is opened to be read alone.
 * @throws StorageError as openDatabase does
 */
export function openWithoutTrace(path: string): DatabaseSync {
  const hasLog = ['-wal', '-journal'].some((log) => existsSync(`${path}${log}`));
  return open(path, hasLog, 'PRAGMA query_only = ON; PRAGMA schema_version');
}

function open(path: string, readOnly: boolean, pragmas: string): DatabaseSync {
  return withStorageErrors(path, () => {
    const db = new DatabaseSync(path, { readOnly, timeout: BUSY_TIMEOUT, enableForeignKeyConstraints: true });
    try {
      db.exec(pragmas);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}
