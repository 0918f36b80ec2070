import { type Kysely, sql } from 'kysely';
import type { DailyUsage, UsageRange } from '../../account-registry.ts';
import { canonicalUser } from '../../user-name.ts';
import type { SharedTables } from './account-migrations.ts';

/**
 * Calls `charge` and adds what it admitted to the usage of the day, in one statement: both are durable or neither is.
 * $6 to $8 describe the wanted consultations: the place of their account in the call, their place among those of this
 * account, and their operation.
 */
export const CHARGE_AND_RECORD = `
  with charged as materialized (
    select * from charge($1, $2, $3, $4, $5) with ordinality
      as c(used, admitted, clock_ms, moment_ms, oldest_ms, refused_ms, place)
  ), recorded as (
    insert into daily_usage (day, account_id, operation, consultations)
    select to_char(to_timestamp(c.clock_ms / 1000.0) at time zone 'UTC', 'YYYY-MM-DD'), ($1::integer[])[c.place],
      wanted.operation, count(*)
    from unnest($6::integer[], $7::integer[], $8::text[]) as wanted(place, rank, operation)
      join charged c on c.place = wanted.place and wanted.rank <= c.admitted
    group by 1, 2, 3 order by 1, 2, 3
    on conflict (day, account_id, operation) do update
      set consultations = daily_usage.consultations + excluded.consultations
  )
  select used, admitted, clock_ms, moment_ms, oldest_ms, refused_ms from charged order by place`;

/** Deleted accounts, all together. Accounts are numbered from 1. */
const DELETED_ACCOUNT = 0;

interface UsageRow {
  day: string;
  user: string | null;
  operation: string;
  consultations: number;
}

export async function readDailyUsage(db: Kysely<SharedTables>, { from, to, user }: UsageRange): Promise<DailyUsage[]> {
  const wanted = user === undefined ? null : canonicalUser(user);
  const { rows } = await sql<UsageRow>`
    select day, account."user", operation, consultations
    from daily_usage left join account on account.id = daily_usage.account_id
    where day between ${from} and ${to} and (${wanted}::text is null or account."user" = ${wanted})
    order by day, account."user" is null, account."user" collate "C", operation`.execute(db);
  return rows.map(({ user, ...row }) => ({ ...row, user: user ?? undefined }));
}

/** Removes everything about an account; its daily usage stays without its name. */
export async function eraseAccount(db: Kysely<SharedTables>, id: number): Promise<void> {
  // A charge under way ends first, and none begins.
  await sql`select 1 from usage_head where account_id = ${id} for update`.execute(db);
  await sql`
    insert into daily_usage (day, account_id, operation, consultations)
    select day, ${DELETED_ACCOUNT}, operation, consultations from daily_usage where account_id = ${id} order by 1, 3
    on conflict (day, account_id, operation) do update
      set consultations = daily_usage.consultations + excluded.consultations`.execute(db);
  for (const table of ['daily_usage', 'usage', 'usage_head', 'burst', 'api_key']) {
    await sql`delete from ${sql.table(table)} where account_id = ${id}`.execute(db);
  }
  await db.deleteFrom('account').where('id', '=', id).execute();
}
