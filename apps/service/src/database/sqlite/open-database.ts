import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { withStorageErrors } from './storage-errors.ts';

/** How long a statement of a command waits for another process's transaction, in milliseconds. */
const BUSY_TIMEOUT = 5000;

export interface OpenDatabaseOptions {
  /** The file must exist and is never written. */
  readOnly?: boolean;
  /** Milliseconds that a statement waits for another process's transaction. It blocks its thread; default: 5,000. */
  busyTimeout?: number;
}

/**
 * Opens a database file: created if it is missing, in WAL mode, durable at every commit (synchronous FULL), foreign keys
 * enforced. Its directory must exist.
 * @throws StorageError if the file cannot be opened, is locked, or is not a database
 */
export function openDatabase(path: string, options: OpenDatabaseOptions = {}): DatabaseSync {
  // SQLite reads nothing until it must: the first pragma is where a file of another kind is noticed.
  const pragmas = options.readOnly ? 'PRAGMA schema_version' : 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL';
  return open(path, options, pragmas);
}

/**
 * Opens an existing file for reading and leaves no new file beside it. A connection that cannot write leaves SQLite's
 * `-wal` and `-shm` behind; one that can write removes them when it closes, unless another uses them, but it would also
 * work a log that a crash has left into the file. So a file with a log is opened for reading alone.
 * @throws StorageError as openDatabase does
 */
export function openWithoutTrace(path: string): DatabaseSync {
  const hasLog = ['-wal', '-journal'].some((log) => existsSync(`${path}${log}`));
  return open(path, { readOnly: hasLog }, 'PRAGMA query_only = ON; PRAGMA schema_version');
}

function open(path: string, options: OpenDatabaseOptions, pragmas: string): DatabaseSync {
  const { readOnly = false, busyTimeout: timeout = BUSY_TIMEOUT } = options;
  return withStorageErrors(path, () => {
    const db = new DatabaseSync(path, { readOnly, timeout, enableForeignKeyConstraints: true });
    try {
      db.exec(pragmas);
      return db;
    } catch (error) {
      db.close();
      throw error;
    }
  });
}

/** The file of a database, for messages. */
export const pathOf = (db: DatabaseSync): string => db.location() || 'a temporary file';
