import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import { pathOf } from './open-database.ts';
import { withStorageErrors } from './storage-errors.ts';

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

/**
 * Runs one statement and returns its rows, without a promise: a transaction of a running service must not await. It would keep
 * the lock while other work of the same process waits for it, forever.
 * @throws StorageError if the file is what failed
 */
export const runQuery = <Row>(db: DatabaseSync, sql: string, ...values: SQLInputValue[]): Row[] =>
  withStorageErrors(pathOf(db), () => db.prepare(sql).all(...values)) as Row[];
