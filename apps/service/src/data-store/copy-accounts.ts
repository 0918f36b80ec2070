import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { Sql, SqlValue } from '../database/sql.ts';

/** Copied columns by table. A table follows the tables that it references. */
const TABLES = {
  plan: ['name', 'settings'],
  account: ['id', 'user', 'plan', 'created_ms', 'disabled_ms'],
  api_key: ['id', 'account_id', 'prefix', 'sha256', 'created_ms', 'expires_ms', 'revoked_ms', 'last_used'],
  usage: ['account_id', 'seq', 'ts_ms'],
  daily_usage: ['day', 'account_id', 'operation', 'consultations'],
  audit: ['id', 'ts_ms', 'who', 'what', 'user', 'details'],
};

/** Subquery for the daily usage, because consultations of the current day may be in a different table. */
const DAILY_USAGE = `(select day, account_id, operation, cast(sum(consultations) as bigint) as consultations
  from usage_of_days group by day, account_id, operation) daily_usage`;

/** Copies all rows into tables without accounts, in either engine. @throws UserError if there are accounts */
export async function copyAccounts(from: Sql, to: Sql): Promise<void> {
  if ((await to.query('select 1 from account limit 1')).length > 0) {
    throw new UserError(`${to.location} already has accounts, which are not replaced. Use an empty database`);
  }
  // Migrations have inserted rows into these tables.
  for (const table of ['plan', 'audit']) await to.query(`delete from ${table}`);
  for (const [table, columns] of Object.entries(TABLES)) {
    const source = table === 'daily_usage' ? DAILY_USAGE : table;
    const text = `select ${columns.map((column) => `"${column}"`)} from ${source} order by 1, 2`;
    for await (const rows of from.pages<Record<string, SqlValue>>(text)) await to.insert(table, columns, rows);
  }
}
