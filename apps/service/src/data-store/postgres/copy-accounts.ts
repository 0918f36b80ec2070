import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { userHash } from '../../accounts/credentials.ts';
import type { Database, SqlQuery } from '../../database/postgres/database.ts';
import {
  type AddRows,
  COPIED_TABLES,
  COPY_STEP,
  type CopiedRow,
  type CopiedTable,
  type CopyCounts,
  copiedTables,
  noCounts,
} from '../account-copy.ts';

/** Consultations of the days under way are still in `usage_head`. */
const DAILY_USAGE = `(select day, account_id, operation, sum(consultations)::bigint as consultations
  from usage_of_days group by day, account_id, operation) daily_usage`;

/** `user` is a word of SQL. */
const list = (columns: readonly string[]): string => columns.map((column) => `"${column}"`).join(', ');

/** Reads everything in one state; services may run meanwhile. */
export function readAccounts({ transaction }: Database, add: AddRows): Promise<void> {
  return transaction(async (query) => {
    for (const table of copiedTables) {
      const source = table === 'daily_usage' ? DAILY_USAGE : table;
      await query(`declare copied cursor for select ${list(COPIED_TABLES[table])} from ${source} order by 1, 2`);
      for (;;) {
        const rows = await query<CopiedRow>(`fetch ${COPY_STEP} from copied`);
        if (rows.length === 0) break;
        await add(table, rows);
      }
      await query('close copied');
    }
  }, 'begin isolation level repeatable read');
}

/** Writes everything or nothing. @throws UserError if there are accounts already */
export function writeAccounts(
  { location, transaction }: Database,
  fill: (add: AddRows) => Promise<void>,
): Promise<CopyCounts> {
  return transaction(async (query) => {
    await query('lock table account in exclusive mode');
    const accounts = await query('select 1 from account limit 1');
    if (accounts.length > 0) throw new UserError(`${location} has accounts already; copy into a new database`);
    await query('delete from plan');
    const counts = noCounts();
    await fill(async (table, rows) => {
      await insert(query, table, rows);
      counts[table] += rows.length;
    });
    await query(`insert into usage_head (account_id, head, tail, hint, ts_ms)
      select a.id, coalesce(max(u.seq), 0), coalesce(min(u.seq), 1), coalesce(min(u.seq), 1), coalesce(max(u.ts_ms), 0)
      from account a left join usage u on u.account_id = a.id group by a.id`);
    for (const table of ['account', 'api_key', 'audit']) {
      const next = `select coalesce(max(id), 0) + 1 from ${table}`;
      await query(`select setval(pg_get_serial_sequence('${table}', 'id'), (${next}), false)`);
    }
    return counts;
  });
}

/** Types of the columns that are not text. */
const TYPES: Record<string, string> = {
  id: 'integer',
  account_id: 'integer',
  limit_n: 'integer',
  window_s: 'integer',
  burst: 'integer',
  sha256: 'bytea',
  user_sha256: 'bytea',
  seq: 'bigint',
  ts_ms: 'bigint',
  created_ms: 'bigint',
  disabled_ms: 'bigint',
  expires_ms: 'bigint',
  revoked_ms: 'bigint',
  consultations: 'bigint',
};

/** One list for each column: a statement may have few values, and lists of any length. */
async function insert(query: SqlQuery, table: CopiedTable, rows: CopiedRow[]): Promise<void> {
  const isAccount = table === 'account';
  const columns: string[] = [...COPIED_TABLES[table], ...(isAccount ? ['user_sha256'] : [])];
  const complete = isAccount ? rows.map((row) => ({ ...row, user_sha256: userHash(String(row.user)) })) : rows;
  const lists = columns.map((column) => complete.map((row: CopiedRow) => row[column] ?? null));
  const types = columns.map((column, index) => `$${index + 1}::${TYPES[column] ?? 'text'}[]`);
  await query(`insert into ${table} (${list(columns)}) select * from unnest(${types})`, lists);
}
