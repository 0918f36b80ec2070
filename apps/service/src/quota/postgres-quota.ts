import type { Account } from '../accounts/account.ts';
import { canonicalUser } from '../accounts/credentials.ts';
import { createCallBatcher, type OnCall } from '../database/batcher.ts';
import type { Database, SqlQuery } from '../database/postgres/database.ts';
import { type ChargeResult, type DailyUsage, DELETED_ACCOUNT, type Quota, type UsageRange } from './quota.ts';
import { chargeOf, secondsInWindow } from './rolling-window.ts';

interface ChargeRequest {
  account: Account;
  /** 1 charges, 0 checks. */
  wanted: 0 | 1;
  operation: string;
}

/** What the function `charge` returns for one account. */
interface ChargedRow {
  used: number;
  admitted: number;
  clock_ms: number;
  moment_ms: number;
  oldest_ms: number | null;
  refused_ms: number | null;
}

const CHARGE = 'select * from charge($1, $2, $3, $4, $5, $6)';

/**
 * The rolling window in the table `usage`, as charge.sql searches and writes it. All requests that wait go in one call.
 * @param now replaces the engine's clock, in tests
 */
export function createPostgresQuota(
  { query, location }: Database,
  now?: () => number,
  onCall?: OnCall,
): Quota & { waiting(): number } {
  const { add, waiting } = createCallBatcher(
    async (requests: ChargeRequest[]) => {
      const groups = groupByAccount(requests);
      const values = [
        groups.map(({ account }) => account.id),
        groups.map(({ operations }) => operations.length),
        groups.map(({ account }) => account.plan.limit),
        groups.map(({ account }) => account.plan.windowSeconds * 1000),
        groups.flatMap(({ operations }) => operations),
        now?.(),
      ];
      const rows = await query<ChargedRow>(CHARGE, values, 'charge');
      const charges = new Map<ChargeRequest, ChargeResult>();
      for (const [index, { account, members }] of groups.entries()) {
        const row = rows[index] as ChargedRow;
        let before = 0;
        for (const member of members) {
          charges.set(member, chargeOfMember(account, row, before, member.wanted));
          if (member.wanted === 1 && before < row.admitted) before++;
        }
      }
      return requests.map((one) => charges.get(one) as ChargeResult);
    },
    location,
    onCall,
  );
  return {
    check: (account) => add({ account, wanted: 0, operation: '' }),
    waiting,
    charge: (account, operation) => add({ account, wanted: 1, operation }),
  };
}

interface Group {
  account: Account;
  /** Of the wanted consultations. */
  operations: string[];
  members: ChargeRequest[];
}

/**
 * Requests of one account, in the order of the accounts' ids: all calls lock accounts in that order. If its plan has changed
 * while they waited, all of them count under the latest one.
 */
function groupByAccount(requests: readonly ChargeRequest[]): Group[] {
  const groups = new Map<number, Group>();
  for (const request of requests) {
    const { account, wanted, operation } = request;
    const group = groups.get(account.id) ?? { account, operations: [], members: [] };
    groups.set(account.id, group);
    group.account = account;
    if (wanted) group.operations.push(operation);
    group.members.push(request);
  }
  return [...groups.values()].sort((one, other) => one.account.id - other.account.id);
}

/**
 * The charge of one request.
 * @param before how many of the same call were charged before it
 */
function chargeOfMember({ plan }: Account, row: ChargedRow, before: number, wanted: 0 | 1): ChargeResult {
  const used = row.used + before;
  const oldest = row.oldest_ms ?? (before > 0 ? row.moment_ms : null);
  const leaving = used < plan.limit ? oldest : (row.refused_ms ?? row.moment_ms);
  const roomIn = leaving === null ? undefined : secondsInWindow(leaving, plan.windowSeconds, row.clock_ms);
  return chargeOf(plan, used, wanted, roomIn);
}

/** Dates consultations of a clock that was ahead back to now. Charges wait for it, in the order of the accounts' ids. */
export function repairClock({ transaction }: Database, now?: () => number): Promise<number> {
  return transaction(async (query) => {
    const ahead = await query<{ account_id: number; ms: number }>(
      `select account_id, coalesce($1::bigint, engine_ms()) as ms from usage_head
       where ts_ms > coalesce($1::bigint, engine_ms()) order by account_id for update`,
      [now?.()],
    );
    let repaired = 0;
    for (const { account_id, ms } of ahead) {
      const changed = await query('update usage set ts_ms = $2 where account_id = $1 and ts_ms > $2 returning 1', [
        account_id,
        ms,
      ]);
      await query('update usage_head set ts_ms = $2, hint_ms = null where account_id = $1', [account_id, ms]);
      repaired += changed.length;
    }
    return repaired;
  });
}

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
