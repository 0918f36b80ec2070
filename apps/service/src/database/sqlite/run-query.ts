import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { pathOf } from './open-database.ts';
import { withStorageErrors } from './storage-errors.ts';

/**
 * Runs one statement and returns its rows, without a promise: a transaction of a running service must not await. It would keep
 * the lock while other work of the same process waits for it, forever.
 * @throws StorageError if the file is what failed
 */
export const runQuery = <Row>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row[] =>
  withStorageErrors(pathOf(db), () => db.prepare(sql).all(...values)) as Row[];
