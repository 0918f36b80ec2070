import { type Kysely, sql } from 'kysely';
import type { DailyUsage, UsageRange } from '../accounts/account-registry.ts';
import { canonicalUser } from '../accounts/user-name.ts';
import type { SharedTables } from '../data-store/postgres/account-migrations.ts';

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
    select day, account."user", operation, sum(consultations)::bigint as consultations
    from usage_of_days left join account on account.id = account_id
    where day between ${from} and ${to} and (${wanted}::text is null or account."user" = ${wanted})
    group by day, account_id, account."user", operation
    order by day, account."user" is null, account."user" collate "C", operation`.execute(db);
  return rows.map(({ user, ...row }) => ({ ...row, user: user ?? undefined }));
}

/** Removes everything about an account; its daily usage stays without its name. */
export async function eraseAccount(db: Kysely<SharedTables>, id: number): Promise<void> {
  // A charge under way ends first, and none begins.
  await sql`select 1 from usage_head where account_id = ${id} for update`.execute(db);
  await sql`
    insert into daily_usage (day, account_id, operation, consultations)
    select day, ${DELETED_ACCOUNT}, operation, sum(consultations) from usage_of_days where account_id = ${id}
    group by day, operation order by 1, 3
    on conflict (day, account_id, operation) do update
      set consultations = daily_usage.consultations + excluded.consultations`.execute(db);
  for (const table of ['daily_usage', 'usage', 'usage_head', 'burst', 'api_key']) {
    await sql`delete from ${sql.table(table)} where account_id = ${id}`.execute(db);
  }
  await db.deleteFrom('account').where('id', '=', id).execute();
}
