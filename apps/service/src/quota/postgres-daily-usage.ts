import { type QueryExecutorProvider, sql } from 'kysely';
import { canonicalUser } from '../accounts/user-name.ts';
import { type DailyUsage, DELETED_ACCOUNT, type UsageRange } from './usage-records.ts';

interface UsageRow {
  day: string;
  user: string | null;
  operation: string;
  consultations: number;
}

export async function readDailyUsage(db: QueryExecutorProvider, { from, to, user }: UsageRange): Promise<DailyUsage[]> {
  const wanted = user === undefined ? null : canonicalUser(user);
  const { rows } = await sql<UsageRow>`
    select day, account."user", operation, sum(consultations)::bigint as consultations
    from usage_of_days left join account on account.id = account_id
    where day between ${from} and ${to} and (${wanted}::text is null or account."user" = ${wanted})
    group by day, account_id, account."user", operation
    order by day, account."user" is null, account."user" collate "C", operation`.execute(db);
  return rows.map(({ user, ...row }) => ({ ...row, user: user ?? undefined }));
}

/** Gives a new account the row that its charges lock. Runs within the caller's transaction. */
export const beginUsage = async (db: QueryExecutorProvider, accountId: number): Promise<void> =>
  void (await sql`insert into usage_head (account_id) values (${accountId})`.execute(db));

/**
 * Removes the consultations of an account; its daily usage stays without its name. Runs within the caller's transaction,
 * before the account itself is removed.
 */
export async function eraseUsage(db: QueryExecutorProvider, accountId: number): Promise<void> {
  // A charge under way ends first, and none begins.
  await sql`select 1 from usage_head where account_id = ${accountId} for update`.execute(db);
  await sql`
    insert into daily_usage (day, account_id, operation, consultations)
    select day, ${DELETED_ACCOUNT}, operation, sum(consultations) from usage_of_days where account_id = ${accountId}
    group by day, operation order by 1, 3
    on conflict (day, account_id, operation) do update
      set consultations = daily_usage.consultations + excluded.consultations`.execute(db);
  for (const table of ['daily_usage', 'usage', 'usage_head']) {
    await sql`delete from ${sql.table(table)} where account_id = ${accountId}`.execute(db);
  }
}
