import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { pathOf } from './open-database.ts';
import { withStorageErrors } from './storage-errors.ts';

/**
 * Runs one statement, without a promise, and returns its rows. Transactions of a running service need that: one that awaits
 * would keep the lock while other work of its own process waits for it, forever.
 * @throws StorageError if the file is what failed
 */
export const runQuery = <Row>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row[] =>
  withStorageErrors(pathOf(db), () => db.prepare(sql).all(...values)) as Row[];
