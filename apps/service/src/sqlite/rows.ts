import type { DatabaseSync, SQLInputValue } from 'node:sqlite';
import type { CompiledQuery } from 'kysely';
import { withStorageErrors } from './storage-error.ts';

/**
 * Runs a query that Kysely has built, at once, and gives its rows. For transactions beside a running service: one that
 * awaits would keep the lock while other work of its own process waits for it, and so for ever.
 * @throws StorageError where the file is what failed
 */
export function rowsOf<Row>(db: DatabaseSync, query: { compile(): CompiledQuery<Row> }): Row[] {
  const { sql, parameters } = query.compile();
  return withStorageErrors(db.location() ?? ':memory:', () =>
    db.prepare(sql).all(...(parameters as SQLInputValue[])),
  ) as Row[];
}
