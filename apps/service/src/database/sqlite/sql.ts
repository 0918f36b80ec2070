import type { DatabaseSync } from 'node:sqlite';
import { type OpenSql, PAGE, type Sql, type SqlValue } from '../sql.ts';
import { openDatabase, pathOf, retryWhileLocked } from './database.ts';
import { storageError, withStorageErrors } from './storage-errors.ts';

/** Milliseconds that administration waits for a transaction of another process. */
const LOCK_WAIT_MS = 5_000;

/** Opens the tables in an SQLite file. */
export function openSqliteSql(path: string): OpenSql {
  const db = openDatabase(path);
  db.exec('PRAGMA busy_timeout = 0');
  return { ...sqliteSql(db), [Symbol.asyncDispose]: async () => db.close() };
}

/**
 * Returns the tables of an open file. An asynchronous transaction has a separate connection, so that other statements do not
 * become part of the transaction. Waiting for a lock does not block the process, because another transaction of the same process
 * may hold the lock.
 * @param now milliseconds since 1970
 */
export function sqliteSql(db: DatabaseSync, now: () => number = Date.now): Sql {
  const location = pathOf(db);
  const run = <T>(work: () => T) => retryWhileLocked(() => withStorageErrors(location, work), LOCK_WAIT_MS);

  async function transaction<T>(begin: string, work: (sql: Sql) => Promise<T>): Promise<T> {
    // Closing the connection rolls back uncommitted changes.
    using own = openDatabase(location);
    // Without secure_delete, the name of a deleted account would remain in free pages of the file and in the log.
    own.exec('PRAGMA busy_timeout = 0; PRAGMA secure_delete = ON');
    await run(() => own.exec(begin));
    const within: Sql = { ...sqliteSql(own, now), change: (work) => work(within), snapshot: (work) => work(within) };
    const result = await work(within);
    await run(() => own.exec('COMMIT'));
    if (begin !== 'BEGIN') emptyLog(own);
    return result;
  }

  return {
    location,
    query: async <Row>(text: string, ...values: SqlValue[]) =>
      run(() => db.prepare(text.replaceAll(/\$(\d+)/g, '?$1')).all(...values) as Row[]),
    async *pages<Row>(text: string) {
      let page: Row[] = [];
      try {
        for (const row of db.prepare(text).iterate()) {
          if (page.push(row as Row) < PAGE) continue;
          yield page;
          page = [];
        }
      } catch (error) {
        throw storageError(location, error);
      }
      if (page.length > 0) yield page;
    },
    insert: async (table, columns, rows) =>
      run(() => {
        const names = columns.map((column) => `"${column}"`);
        const insert = db.prepare(`INSERT INTO ${table} (${names}) VALUES (${columns.map(() => '?')})`);
        for (const row of rows) insert.run(...columns.map((column) => row[column] ?? null));
      }),
    change: (work) => transaction('BEGIN IMMEDIATE', work),
    snapshot: (work) => transaction('BEGIN', work),
    hasTable: async (name) =>
      run(() => db.prepare('SELECT 1 FROM sqlite_schema WHERE name = ?').get(name) !== undefined),
    now: async () => now(),
  };
}

/** Moves the log of a file into the file. If a full disk or a reader prevents this, the next change tries again. */
function emptyLog(db: DatabaseSync): void {
  try {
    db.exec('PRAGMA busy_timeout = 1000; PRAGMA wal_checkpoint(TRUNCATE)');
  } catch {}
}
