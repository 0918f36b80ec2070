import { existsSync } from 'node:fs';
import { DatabaseSync, type SQLInputValue } from 'node:sqlite';
import { setTimeout as wait } from 'node:timers/promises';
import { StorageError } from '../storage-error.ts';
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
 * Opens an existing file for reading and leaves no new files behind. A connection that cannot write leaves SQLite's
 * `-wal` and `-shm` behind; one that can write removes them when it closes, unless another uses them, but it would also
 * work a log that a crash has left into the file. So a file with a log is opened read-only.
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

/** A prepared statement whose rows are lists: `Row` names the values, in the order of the columns. */
export interface PreparedStatement<Row extends unknown[]> {
  get(...values: SQLInputValue[]): Row | undefined;
  all(...values: SQLInputValue[]): Row[];
  iterate(...values: SQLInputValue[]): Iterable<Row>;
  run(...values: SQLInputValue[]): { changes: number | bigint };
}

/** @throws StorageError if the file is what failed */
export function prepare<Row extends unknown[] = []>(db: DatabaseSync, sql: string): PreparedStatement<Row> {
  const statement = withStorageErrors(pathOf(db), () => db.prepare(sql));
  statement.setReturnArrays(true);
  // The types of node:sqlite know no arrays.
  return statement as unknown as PreparedStatement<Row>;
}

/** Runs several reads in one transaction: they see one state of the file, and it is locked once instead of for each. */
export const readTransaction = <T>(db: DatabaseSync, work: () => T): T => transaction(db, 'BEGIN', work);

/**
 * Runs `work` in one write transaction. It takes the lock at its beginning, so that it cannot fail half-way because
 * another process wrote in between. When it returns, the rows are on disk; when it throws, nothing has changed.
 */
export const writeTransaction = <T>(db: DatabaseSync, work: () => T): T => transaction(db, 'BEGIN IMMEDIATE', work);

/** @throws StorageError if the file is what failed; whatever `work` throws */
function transaction<T>(db: DatabaseSync, begin: string, work: () => T): T {
  return withStorageErrors(pathOf(db), () => {
    db.exec(begin);
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

/**
 * Locks a file until this process ends in any way or the returned function is called. The file is empty and never removed: a
 * lock on a removed file would keep no other process out.
 * @param busyTimeout milliseconds to wait for another process, which blocks this one
 * @returns undefined if another process holds the lock; where the file cannot be locked at all, the lock counts as taken
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

/** Milliseconds between two tries. */
const STEP = 10;

/**
 * Runs `work`, and again while another process keeps the file locked. SQLite's own way of waiting would block the whole
 * process.
 * @param waitMs how long to wait; 0: not at all
 * @throws StorageError if the file is still locked then; whatever else `work` throws
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
