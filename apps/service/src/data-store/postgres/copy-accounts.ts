import { UserError } from '@vehicle-lookup/command-line';
import { type QueryExecutorProvider, sql } from 'kysely';
import { userHash } from '../../accounts/api-key.ts';
import type { Database } from '../../database/postgres/database.ts';
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

/** Reads everything in one state; services may run meanwhile. */
export function readAccounts({ run }: Database, add: AddRows): Promise<void> {
  return run((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        for (const table of copiedTables) {
          const columns = sql.join(COPIED_TABLES[table].map((column) => sql.ref(column)));
          const source = table === 'daily_usage' ? sql.raw(DAILY_USAGE) : sql.table(table);
          await sql`declare copied cursor for select ${columns} from ${source} order by 1, 2`.execute(snapshot);
          for (;;) {
            const { rows } = await sql<CopiedRow>`fetch ${sql.raw(String(COPY_STEP))} from copied`.execute(snapshot);
            if (rows.length === 0) break;
            await add(table, rows);
          }
          await sql`close copied`.execute(snapshot);
        }
      }),
  );
}

/** Writes everything or nothing. @throws UserError if there are accounts already */
export function writeAccounts(
  { location, transaction }: Database,
  fill: (add: AddRows) => Promise<void>,
): Promise<CopyCounts> {
  return transaction(async (db) => {
    await sql`lock table account in exclusive mode`.execute(db);
    const { rows } = await sql`select 1 from account limit 1`.execute(db);
    if (rows.length > 0) throw new UserError(`${location} has accounts already; copy into a new database`);
    await sql`delete from plan`.execute(db);
    const counts = noCounts();
    await fill(async (table, rows) => {
      await insert(db, table, rows);
      counts[table] += rows.length;
    });
    await sql`insert into usage_head (account_id, head, tail, hint, ts_ms)
      select a.id, coalesce(max(u.seq), 0), coalesce(min(u.seq), 1), coalesce(min(u.seq), 1), coalesce(max(u.ts_ms), 0)
      from account a left join usage u on u.account_id = a.id group by a.id`.execute(db);
    for (const table of ['account', 'api_key']) {
      await sql`select setval(pg_get_serial_sequence(${table}, 'id'), (select coalesce(max(id), 0) + 1 from ${sql.table(table)}), false)`.execute(
        db,
      );
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
async function insert(db: QueryExecutorProvider, table: CopiedTable, rows: CopiedRow[]): Promise<void> {
  const isAccount = table === 'account';
  const columns: string[] = [...COPIED_TABLES[table], ...(isAccount ? ['user_sha256'] : [])];
  const complete = isAccount ? rows.map((row) => ({ ...row, user_sha256: userHash(String(row.user)) })) : rows;
  const lists = columns.map((column) => {
    const values = complete.map((row: CopiedRow) => row[column] ?? null);
    return sql`${values}::${sql.raw(TYPES[column] ?? 'text')}[]`;
  });
  const names = sql.join(columns.map((column) => sql.ref(column)));
  await sql`insert into ${sql.table(table)} (${names}) select * from unnest(${sql.join(lists)})`.execute(db);
}
