import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import { pathOf } from './open-database.ts';
import { withStorageErrors } from './storage-errors.ts';

/**
 * Runs a query that Kysely has built, without a promise, and returns its rows. Transactions of a running service need
 * that: one that awaits would keep the lock while other work of its own process waits for it, forever.
 * @throws StorageError if the file is what failed
 */
export function runQuery<Row>(db: DatabaseSync, query: { compile(): CompiledQuery<Row> }): Row[] {
  const { sql, parameters } = query.compile();
  return withStorageErrors(pathOf(db), () => db.prepare(sql).all(...(parameters as SQLInputValue[]))) as Row[];
}
