import { canonicalUser } from '../accounts/credentials.ts';
import type { SqlQuery } from '../database/postgres/database.ts';
import { type DailyUsage, DELETED_ACCOUNT, type UsageRange } from './quota.ts';

interface UsageRow {
  day: string;
  user: string | null;
  operation: string;
  consultations: number;
}

const READ = `
  select day, account."user", operation, sum(consultations)::bigint as consultations
  from usage_of_days left join account on account.id = account_id
  where day between $1 and $2 and ($3::text is null or account."user" = $3)
  group by day, account_id, account."user", operation
  order by day, account."user" is null, account."user" collate "C", operation`;

/** See UsageRecords.daily; consultations of the day under way are counted, too. */
export async function readDailyUsage(query: SqlQuery, { from, to, user }: UsageRange): Promise<DailyUsage[]> {
  const rows = await query<UsageRow>(READ, [from, to, user === undefined ? null : canonicalUser(user)]);
  return rows.map(({ user, ...row }) => ({ ...row, user: user ?? undefined }));
}

/** Gives a new account the row that its charges lock. Runs within the caller's transaction. */
export const beginUsage = async (query: SqlQuery, accountId: number): Promise<void> =>
  void (await query('insert into usage_head (account_id) values ($1)', [accountId]));

/**
 * Removes the consultations of an account; its daily usage stays without its name. Runs within the caller's transaction,
 * before the account itself is removed.
 */
export async function eraseUsage(query: SqlQuery, accountId: number): Promise<void> {
  // A charge under way ends first, and none begins.
  await query('select 1 from usage_head where account_id = $1 for update', [accountId]);
  await query(
    `insert into daily_usage (day, account_id, operation, consultations)
     select day, ${DELETED_ACCOUNT}, operation, sum(consultations) from usage_of_days where account_id = $1
     group by day, operation order by 1, 3
     on conflict (day, account_id, operation) do update
       set consultations = daily_usage.consultations + excluded.consultations`,
    [accountId],
  );
  for (const table of ['daily_usage', 'usage', 'usage_head']) {
    await query(`delete from ${table} where account_id = $1`, [accountId]);
  }
}
