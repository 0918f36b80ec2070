import type { Account } from '../accounts/account.ts';
import { createCallBatcher, type OnCall } from '../database/batcher.ts';
import type { Database } from '../database/postgres/database.ts';
import type { Sql } from '../database/sql.ts';
import type { ChargeResult, Quota } from './quota.ts';
import { chargeOf, secondsInWindow } from './rolling-window.ts';

interface ChargeRequest {
  account: Account;
  /** operationId; if undefined, the request only checks the allowance. */
  operation?: string;
}

/** The row that the SQL function `charge` returns for one account. */
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
 * Returns the quota with the rolling window in the table `usage` (charge.sql). One call charges all waiting requests.
 * @param now replacement for the database clock in tests
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
          const wanted = member.operation === undefined ? 0 : 1;
          charges.set(member, chargeOfMember(account, row, before, wanted));
          if (before < row.admitted) before += wanted;
        }
      }
      return requests.map((one) => charges.get(one) as ChargeResult);
    },
    { name: 'charge', location, onCall },
  );
  return {
    waiting,
    check: (account) => add({ account }),
    charge: (account, operation) => add({ account, operation }),
  };
}

/** The requests of one account, and the operations to charge. */
type Group = { account: Account; operations: string[]; members: ChargeRequest[] };

/**
 * Groups requests by account, in the order of account IDs, because all calls lock accounts in this order. If the plan of an
 * account has changed, the latest plan applies to all its requests.
 */
function groupByAccount(requests: readonly ChargeRequest[]): Group[] {
  const groups = new Map<number, Group>();
  for (const request of requests) {
    const { account, operation } = request;
    const group = groups.get(account.id) ?? { account, operations: [], members: [] };
    groups.set(account.id, group);
    group.account = account;
    if (operation !== undefined) group.operations.push(operation);
    group.members.push(request);
  }
  return [...groups.values()].sort((one, other) => one.account.id - other.account.id);
}

/** Returns the charge of one request. @param before number of earlier charges of the account in the same call */
function chargeOfMember({ plan }: Account, row: ChargedRow, before: number, wanted: 0 | 1): ChargeResult {
  const used = row.used + before;
  const oldest = row.oldest_ms ?? (before > 0 ? row.moment_ms : null);
  const leaving = used < plan.limit ? oldest : (row.refused_ms ?? row.moment_ms);
  const roomIn = leaving === null ? undefined : secondsInWindow(leaving, plan.windowSeconds, row.clock_ms);
  return chargeOf(plan, used, wanted, roomIn);
}

/** Sets consultations dated in the future to the current time; returns their number. Charges wait for the repair. */
export const repairClock = (sql: Sql): Promise<number> =>
  sql.change(async (sql) => {
    const now = await sql.now();
    await sql.query('select 1 from usage_head where ts_ms > $1 order by account_id for update', now);
    const repaired = await sql.query(
      `update usage u set ts_ms = $1 from usage_head h
       where h.account_id = u.account_id and h.ts_ms > $1 and u.ts_ms > $1 returning 1`,
      now,
    );
    await sql.query('update usage_head set ts_ms = $1, hint_ms = null where ts_ms > $1', now);
    return repaired.length;
  });
