import { UserError } from '@vehicle-lookup/command-line';
import { type Kysely, sql } from 'kysely';
import { userHash } from '../../accounts/api-key.ts';
import { type AddRows, COPY_STEP, type CopyCounts, noCounts, type TableRows } from '../account-copy.ts';
import type { Database } from '../../database/postgres/database.ts';
import type { SharedTables } from './account-migrations.ts';

type Sql = Kysely<SharedTables>;

/** Reads everything in one state; services may run meanwhile. */
export function readAccounts({ run }: Database<SharedTables>, add: AddRows): Promise<void> {
  return run((db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (snapshot) => {
        await add({ table: 'plan', rows: await snapshot.selectFrom('plan').selectAll().execute() });
        const columns = ['id', 'user', 'plan', 'created_ms', 'disabled_ms'] as const;
        await inSteps(
          (last) =>
            snapshot
              .selectFrom('account')
              .select(columns)
              .where('id', '>', last)
              .orderBy('id')
              .limit(COPY_STEP)
              .execute(),
          (rows) => add({ table: 'account', rows }),
        );
        await inSteps(
          (last) =>
            snapshot.selectFrom('api_key').selectAll().where('id', '>', last).orderBy('id').limit(COPY_STEP).execute(),
          (rows) => add({ table: 'api_key', rows }),
        );
        await readUsage(snapshot, add);
        await readDailyUsage(snapshot, add);
      }),
  );
}

async function inSteps<Row extends { id: number }>(
  read: (last: number) => Promise<Row[]>,
  add: (rows: Row[]) => Promise<void>,
): Promise<void> {
  for (let last = 0; ; ) {
    const rows = await read(last);
    if (rows.length === 0) return;
    await add(rows);
    last = rows.at(-1)?.id ?? 0;
  }
}

async function readUsage(db: Sql, add: AddRows): Promise<void> {
  for (let [account, seq] = [0, 0]; ; ) {
    const { rows } = await sql<{
      account_id: number;
      seq: number;
      ts_ms: number;
    }>`select account_id, seq, ts_ms from usage
      where (account_id, seq) > (${account}, ${seq}) order by account_id, seq limit ${COPY_STEP}`.execute(db);
    const last = rows.at(-1);
    if (!last) return;
    await add({ table: 'usage', rows });
    [account, seq] = [last.account_id, last.seq];
  }
}

/** Day by day. */
async function readDailyUsage(db: Sql, add: AddRows): Promise<void> {
  const days = await sql<{ day: string }>`select distinct day from usage_of_days order by day`.execute(db);
  for (const { day } of days.rows) {
    const { rows } = await sql<SharedTables['daily_usage']>`
      select day, account_id, operation, sum(consultations)::bigint as consultations from usage_of_days
      where day = ${day} group by day, account_id, operation order by account_id, operation`.execute(db);
    await add({ table: 'daily_usage', rows });
  }
}

/** Writes everything or nothing. @throws UserError if there are accounts already */
export function writeAccounts(
  { location, transaction }: Database<SharedTables>,
  fill: (add: AddRows) => Promise<void>,
): Promise<CopyCounts> {
  return transaction(async (db) => {
    await sql`lock table account in exclusive mode`.execute(db);
    const { rows } = await sql`select 1 from account limit 1`.execute(db);
    if (rows.length > 0) throw new UserError(`${location} has accounts already; copy into a new database`);
    await sql`delete from plan`.execute(db);
    const counts = noCounts();
    await fill(async (step) => {
      await insert(db, step);
      counts[step.table] += step.rows.length;
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

/** One statement has at most 65,535 values. */
const ROWS = 5_000;

async function insert(db: Sql, { table, rows }: TableRows): Promise<void> {
  if (table === 'usage') {
    const column = (name: 'account_id' | 'seq' | 'ts_ms') => rows.map((row) => row[name]);
    await sql`insert into usage (account_id, seq, ts_ms) select * from unnest(${column('account_id')}::integer[],
      ${column('seq')}::bigint[], ${column('ts_ms')}::bigint[])`.execute(db);
    return;
  }
  for (let start = 0; start < rows.length; start += ROWS) {
    const some = rows.slice(start, start + ROWS);
    if (table === 'plan')
      await db
        .insertInto('plan')
        .values(some as never)
        .execute();
    if (table === 'daily_usage')
      await db
        .insertInto('daily_usage')
        .values(some as never)
        .execute();
    if (table === 'api_key')
      await db
        .insertInto('api_key')
        .values(some as never)
        .execute();
    if (table === 'account') {
      const accounts = some as { user: string }[];
      const hashed = accounts.map((row) => ({ ...row, user_sha256: userHash(row.user) }));
      await db
        .insertInto('account')
        .values(hashed as never)
        .execute();
    }
  }
}
