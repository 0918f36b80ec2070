import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { StorageError } from '../storage-error.ts';
import { withStorageErrors } from './storage-errors.ts';

/** Milliseconds that a command's statement waits for a transaction of another process. */
const BUSY_TIMEOUT = 5000;

export interface OpenDatabaseOptions {
  /** Opens an existing file without writing to it. */
  readOnly?: boolean;
  /** Milliseconds that a statement waits for a transaction of another process, blocking its thread; default: 5,000. */
  busyTimeout?: number;
}

/**
 * Opens a database file, and creates the file if it is missing. The mode is WAL, every commit is durable (synchronous FULL),
 * and foreign keys are enforced. The directory must exist.
 * @throws StorageError if the file cannot be opened, is locked, or is not a database
 */
export function openDatabase(path: string, options: OpenDatabaseOptions = {}): DatabaseSync {
  // SQLite first reads the file at the first pragma, which fails if the file is not a database.
  const pragmas = options.readOnly ? 'PRAGMA schema_version' : 'PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL';
  return open(path, options, pragmas);
}

/**
 * Opens an existing file for reading without leaving new files. A read-only connection leaves SQLite's `-wal` and `-shm` files
 * behind. A writable connection removes unused files when it closes, but it would also apply a log that was left by a crash.
 * Therefore, a file with a log is opened read-only.
 * @throws StorageError under the same conditions as openDatabase
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

/** Returns the path of a database file for messages. */
export const pathOf = (db: DatabaseSync): string => db.location() || 'a temporary file';

/** A prepared statement with rows as arrays: `Row` names the values in the order of the columns. */
export interface PreparedStatement<Row extends unknown[]> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  iterate(...values: SQLInputValue[]): Iterable<Row>;
  run(...values: SQLInputValue[]): { changes: number | bigint };
}

/** Prepares a statement. @throws StorageError if the file cannot be read */
export function prepare<Row extends unknown[] = []>(db: DatabaseSync, sql: string): PreparedStatement<Row> {
  const statement = withStorageErrors(pathOf(db), () => db.prepare(sql));
  statement.setReturnArrays(true);
  // The types of node:sqlite do not support arrays.
  return statement as unknown as PreparedStatement<Row>;
}

/** Runs several reads on one consistent state of the file, which is locked only once. */
export const readTransaction = <T>(db: DatabaseSync, work: () => T): T => transaction(db, 'BEGIN', work);

/**
 * Runs `work` in one write transaction. The transaction locks the file when it begins, so that a write by another process cannot
 * make the transaction fail half-way. When the function returns, the rows are on disk; if it throws, the file is unchanged.
 */
export const writeTransaction = <T>(db: DatabaseSync, work: () => T): T => transaction(db, 'BEGIN IMMEDIATE', work);

/** Runs `work` in a transaction. @throws StorageError if the file cannot be read or written; errors from `work` are also thrown */
function transaction<T>(db: DatabaseSync, begin: string, work: () => T): T {
  return withStorageErrors(pathOf(db), () => {
    db.exec(begin);
    try {
      const result = work();
      db.exec('COMMIT');
      return result;
    } catch (error) {
      // Some errors, such as a full disk, have already rolled back the transaction.
      if (db.isTransaction) db.exec('ROLLBACK');
      throw error;
    }
  });
}

/**
 * Locks a file until the returned function is called or this process ends. The file is empty and never removed, because a lock
 * on a removed file would not exclude other processes.
 * @param busyTimeout milliseconds to wait for another process, blocking this process
 * @returns undefined if another process holds the lock. If the file cannot be locked at all, a function is returned
 */
export function tryLock(path: string, busyTimeout: number = 0): (() => void) | undefined {
  let db: DatabaseSync | undefined;
  try {
    db = open(path, { busyTimeout }, 'BEGIN EXCLUSIVE');
  } catch (error) {
    if (isLocked(error)) return undefined;
  }
  return () => db?.close();
}

/** Milliseconds between two attempts. */
const STEP = 10;

/**
 * Runs `work`, and repeats it while another process keeps the file locked. SQLite's own busy timeout would block the whole
 * process.
 * @param waitMs maximum time to wait; 0 disables waiting
 * @throws StorageError if the file is still locked after this time; other errors from `work` are also thrown
 */
export async function retryWhileLocked<T>(work: () => T, waitMs: number): Promise<T> {
  const deadline = performance.now() + waitMs;
  for (;;) {
    try {
      return work();
    } catch (error) {
      if (!isLocked(error) || performance.now() >= deadline) throw error;
    }
    await wait(STEP);
  }
}

const isLocked = (error: unknown): boolean => error instanceof StorageError && error.reason === 'locked';
