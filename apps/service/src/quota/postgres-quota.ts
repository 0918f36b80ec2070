import type { Account } from '../accounts/account.ts';
import type { Charge, Quota } from './quota.ts';
import { type CallGroupOptions, createCallGroup } from '../database/postgres/call-group.ts';
import type { Database } from '../database/postgres/database.ts';
import type { SharedTables } from '../data-store/postgres/account-migrations.ts';

interface Request {
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
 * The rolling window in the table `usage`, as charge-function.ts has it. All requests that wait go in one call.
 * @param now replaces the engine's clock, in tests
 */
export function createSharedQuota(
  { query, location }: Database<SharedTables>,
  now?: () => number,
  onCall?: CallGroupOptions['onCall'],
): Quota & { waiting(): number } {
  const { add, waiting } = createCallGroup(
    async (requests: Request[]) => {
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
      const charges = new Map<Request, Charge>();
      for (const [index, { account, members }] of groups.entries()) {
        const row = rows[index] as ChargedRow;
        let before = 0;
        for (const member of members) {
          charges.set(member, toCharge(account, row, before, member.wanted));
          if (member.wanted === 1 && before < row.admitted) before++;
        }
      }
      return requests.map((one) => charges.get(one) as Charge);
    },
    { location, onCall },
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
  members: Request[];
}

/**
 * Requests of one account, in the order of the accounts' ids: all calls lock accounts in that order. If its plan has changed
 * while they waited, all of them count under the latest one.
 */
function groupByAccount(requests: readonly Request[]): Group[] {
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
 * The reply to one request.
 * @param before how many of the same call were charged before it
 */
function toCharge({ plan: { limit, windowSeconds } }: Account, row: ChargedRow, before: number, wanted: 0 | 1): Charge {
  const secondsTo = (moment: number) => Math.ceil((moment + windowSeconds * 1000 - row.clock_ms) / 1000);
  const used = row.used + before;
  const oldest = row.oldest_ms ?? (before > 0 ? row.moment_ms : null);
  if (used < limit) {
    const resetSeconds = oldest === null ? wanted * windowSeconds : secondsTo(oldest);
    return { ok: true, allowance: { limit, windowSeconds, remaining: limit - used - wanted, resetSeconds } };
  }
  const resetSeconds = secondsTo(row.refused_ms ?? row.moment_ms);
  const allowance = { limit, windowSeconds, remaining: 0, resetSeconds };
  return { ok: false, allowance, retryAfterSeconds: resetSeconds };
}
