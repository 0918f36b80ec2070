import type { DatabaseSync } from 'node:sqlite';
import type { Account, Plan } from '../accounts/account.ts';
import type { Charge, Quota } from './quota.ts';
import { createDailyUsage, UsageOfTurn } from './sqlite-daily-usage.ts';
import { pathOf } from '../database/sqlite/open-database.ts';
import { retryWhileLocked } from '../database/sqlite/retry-while-locked.ts';
import { withStorageErrors } from '../database/sqlite/storage-errors.ts';
import { createTurnGroup } from '../database/sqlite/turn-group.ts';
import { writeTransaction } from '../database/sqlite/write-transaction.ts';
import { oldestLive } from './rolling-window.ts';

/** Rows that a charge removes at most: more than the one it adds, so that old rows disappear and no charge takes long. */
const PRUNED_PER_CHARGE = 2;

/** An account's last consultation, and two more that are likely to be needed: mostly one statement is enough. */
const LAST = `
  SELECT seq, ts_ms, (SELECT ts_ms FROM usage WHERE account_id = ?1 AND seq = ?2),
         (SELECT ts_ms FROM usage WHERE account_id = ?1 AND seq = ?2 - 1)
  FROM usage WHERE account_id = ?1 ORDER BY seq DESC LIMIT 1`;
type Last = [seq: number, ts: number, atHint: number | null, beforeHint: number | null];
const NOTHING: Last = [0, 0, null, null];

interface Request {
  account: Account;
  operation: string;
}

/** What the next charge finds; `seq` and `ts` would be its own. */
interface Standing {
  seq: number;
  ts: number;
  charge: Charge;
}

/**
 * The window in the table `usage`: one row for each consultation, numbered without gaps by account, so that one look-up
 * tells whether the window has room, and when. The next consultation is allowed if fewer than `limit` rows are younger
 * than the window, whichever plan they were charged under. The moments never go back, even if the clock does; the time to
 * wait is reckoned by the clock as it is. Everything is read from the file each time, so that several processes share it.
 * All charges of one turn of the event loop share one transaction.
 * @param now milliseconds since 1970
 * @param lockWaitMs how long a charge waits while another process keeps the file locked
 */
export function createRollingQuota(db: DatabaseSync, now: () => number, lockWaitMs: number = 0): Quota {
  const path = pathOf(db);
  const prepare = (sql: string) => {
    const statement = withStorageErrors(path, () => db.prepare(sql));
    statement.setReturnArrays(true);
    return statement;
  };
  const last = prepare(LAST);
  const first = prepare('SELECT seq, ts_ms FROM usage WHERE account_id = ? ORDER BY seq LIMIT 1');
  const moment = prepare('SELECT ts_ms FROM usage WHERE account_id = ? AND seq = ?');
  const insert = prepare('INSERT INTO usage (account_id, seq, ts_ms) VALUES (?, ?, ?)');
  const remove = prepare('DELETE FROM usage WHERE account_id = ? AND seq < ? AND ts_ms <= ?');
  const longestWindow = prepare('SELECT max(window_s) FROM plan');
  const addDailyUsage = withStorageErrors(path, () => createDailyUsage(db));
  /** Where the last search ended, by account. It is only a hint, so it may be out of date. */
  const hints = new Map<number, number>();
  /** The moment of an account's oldest row, as last read: while it still counts, there is nothing to remove. */
  const oldestKept = new Map<number, number>();

  function standing({ id, plan }: Account): Standing {
    const hint = hints.get(id) ?? 1;
    const [head, lastTs, atHint, beforeHint] = (last.get(id, hint) ?? NOTHING) as unknown as Last;
    const clock = now();
    const ts = Math.max(clock, lastTs);
    const window = plan.windowSeconds * 1000;
    const momentOf = (seq: number): number | null | undefined => {
      if (seq === hint) return atHint;
      if (seq === hint - 1) return beforeHint;
      return (moment.get(id, seq) as unknown as [number] | undefined)?.[0];
    };
    const oldest = oldestLive(momentOf, ts - window, head, hint);
    hints.set(id, oldest);
    const used = head + 1 - oldest;
    // If the limit was lowered below what is used, one more is allowed when only `limit - 1` are left.
    const next = Math.max(oldest, head + 1 - plan.limit);
    const resetSeconds = used === 0 ? 0 : Math.ceil(((momentOf(next) as number) + window - clock) / 1000);
    return { seq: head + 1, ts, charge: decide(plan, used, resetSeconds) };
  }

  function prune(accountId: number, cutoff: number): void {
    if ((oldestKept.get(accountId) ?? Number.NEGATIVE_INFINITY) > cutoff) return;
    const [oldest, ts] = first.get(accountId) as unknown as [number, number];
    oldestKept.set(accountId, ts);
    if (ts <= cutoff) remove.run(accountId, oldest + PRUNED_PER_CHARGE, cutoff);
  }

  function chargeOne(account: Account, longestMs: number): Charge {
    const { seq, ts, charge } = standing(account);
    if (!charge.ok) return charge;
    insert.run(account.id, seq, ts);
    prune(account.id, ts - longestMs);
    const { limit, windowSeconds, remaining, resetSeconds } = charge.allowance;
    const allowance = { limit, windowSeconds, remaining: remaining - 1, resetSeconds: resetSeconds || windowSeconds };
    return { ok: true, allowance };
  }

  const chargeAll = (requests: Request[]): Charge[] =>
    writeTransaction(db, () => {
      const [longest] = longestWindow.get() as unknown as [number];
      const usage = new UsageOfTurn();
      const charges = requests.map(({ account, operation }) => {
        const charge = chargeOne(account, longest * 1000);
        if (charge.ok) usage.add(account.id, operation);
        return charge;
      });
      addDailyUsage(usage, now());
      return charges;
    });
  // Requests come together from their admission. A turn later their clients may have disconnected, and would be charged.
  const charge = createTurnGroup(
    (requests: Request[]) => retryWhileLocked(() => chargeAll(requests), lockWaitMs),
    process.nextTick,
  );

  return {
    check: async (account) =>
      retryWhileLocked(() => withStorageErrors(path, () => standing(account).charge), lockWaitMs),
    charge: (account, operation) => charge({ account, operation }),
  };
}

function decide({ limit, windowSeconds }: Plan, used: number, resetSeconds: number): Charge {
  const allowance = { limit, windowSeconds, remaining: Math.max(0, limit - used), resetSeconds };
  return used < limit ? { ok: true, allowance } : { ok: false, allowance, retryAfterSeconds: resetSeconds };
}
