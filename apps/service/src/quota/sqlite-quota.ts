import type { DatabaseSync } from 'node:sqlite';
import type { Account } from '../accounts/account.ts';
import { createBatcher } from '../database/batcher.ts';
import type { Sql } from '../database/sql.ts';
import { pathOf, prepare, retryWhileLocked, writeTransaction } from '../database/sqlite/database.ts';
import { withStorageErrors } from '../database/sqlite/storage-errors.ts';
import type { ChargeResult, Quota } from './quota.ts';
import { chargeOf, oldestLive, secondsInWindow } from './rolling-window.ts';

/** Maximum number of rows that a charge removes: more than the row that it adds, but few enough for charges to stay fast. */
const PRUNED_PER_CHARGE = 2;

/** Selects an account's last consultation and two others that the search probably needs, so that one statement usually suffices. */
const LAST = `
  SELECT seq, ts_ms, (SELECT ts_ms FROM usage WHERE account_id = ?1 AND seq = ?2),
         (SELECT ts_ms FROM usage WHERE account_id = ?1 AND seq = ?2 - 1)
  FROM usage WHERE account_id = ?1 ORDER BY seq DESC LIMIT 1`;
type LastRow = [seq: number, ts: number, atHint: number | null, beforeHint: number | null];
const NO_ROW: LastRow = [0, 0, null, null];

interface ChargeRequest {
  account: Account;
  operation: string;
}

/**
 * Returns the quota with the rolling window in the table `usage`. Each consultation is a row, and the rows of an account are
 * numbered without gaps, so that one look-up shows whether another consultation is allowed, and when. The plan under which a
 * row was charged does not matter. Every charge reads the file, so that several processes can share it. All charges in one
 * turn of the event loop share one transaction.
 * @param now milliseconds since 1970
 * @param lockWaitMs maximum time that a charge waits while another process locks the file
 */
export function createSqliteQuota(db: DatabaseSync, now: () => number, lockWaitMs: number = 0): Quota {
  const last = prepare<LastRow>(db, LAST);
  const first = prepare<[seq: number, ts: number]>(
    db,
    'SELECT seq, ts_ms FROM usage WHERE account_id = ? ORDER BY seq LIMIT 1',
  );
  const moment = prepare<[ts: number]>(db, 'SELECT ts_ms FROM usage WHERE account_id = ? AND seq = ?');
  const insert = prepare(db, 'INSERT INTO usage (account_id, seq, ts_ms) VALUES (?, ?, ?)');
  const remove = prepare(db, 'DELETE FROM usage WHERE account_id = ? AND seq < ? AND ts_ms <= ?');
  const longestWindow = prepare<[seconds: number]>(db, 'SELECT max(window_s) FROM plan');
  const addDailyUsage = createDailyUsage(db);
  /** Result of the latest search for each account, used as a hint that may be outdated. */
  const hints = new Map<number, number>();
  /** Time of the oldest row by account, as last read. While this row counts, no row can be removed. */
  const oldestKept = new Map<number, number>();

  /** Returns the charge, and `seq` and `ts` of its new row. */
  function windowOf({ id, plan }: Account, wanted: 0 | 1): { seq: number; ts: number; charge: ChargeResult } {
    const hint = hints.get(id) ?? 1;
    const [head, lastTs, atHint, beforeHint] = last.get(id, hint) ?? NO_ROW;
    const clock = now();
    const ts = Math.max(clock, lastTs);
    const momentOf = (seq: number): number | null | undefined => {
      if (seq === hint) return atHint;
      if (seq === hint - 1) return beforeHint;
      return moment.get(id, seq)?.[0];
    };
    const oldest = oldestLive(momentOf, ts - plan.windowSeconds * 1000, head, hint);
    hints.set(id, oldest);
    const used = head + 1 - oldest;
    // If the limit was lowered below the used number, another consultation is allowed once only `limit - 1` count.
    const leaving = Math.max(oldest, head + 1 - plan.limit);
    const roomIn = used === 0 ? undefined : secondsInWindow(momentOf(leaving) as number, plan.windowSeconds, clock);
    return { seq: head + 1, ts, charge: chargeOf(plan, used, wanted, roomIn) };
  }

  function prune(accountId: number, cutoff: number): void {
    if ((oldestKept.get(accountId) ?? Number.NEGATIVE_INFINITY) > cutoff) return;
    const [oldest, ts] = first.get(accountId) ?? [0, cutoff];
    oldestKept.set(accountId, ts);
    if (ts <= cutoff) remove.run(accountId, oldest + PRUNED_PER_CHARGE, cutoff);
  }

  function chargeOne(account: Account, longestMs: number): ChargeResult {
    const { seq, ts, charge } = windowOf(account, 1);
    if (!charge.ok) return charge;
    insert.run(account.id, seq, ts);
    prune(account.id, ts - longestMs);
    return charge;
  }

  const chargeAll = (requests: ChargeRequest[]): ChargeResult[] =>
    writeTransaction(db, () => {
      const [longest] = longestWindow.get() ?? [0];
      const charges = requests.map(({ account }) => chargeOne(account, longest * 1000));
      const charged = requests.filter((_, index) => charges[index]?.ok);
      addDailyUsage(charged, now());
      return charges;
    });
  // Requests arrive together from their admission. One turn later, clients may have disconnected and would still be charged.
  const chargeUnlocked = (requests: ChargeRequest[]) => retryWhileLocked(() => chargeAll(requests), lockWaitMs);
  const { add } = createBatcher(chargeUnlocked, { later: process.nextTick });
  const check = (account: Account) => withStorageErrors(pathOf(db), () => windowOf(account, 0).charge);

  return {
    check: (account) => retryWhileLocked(() => check(account), lockWaitMs),
    charge: (account, operation) => add({ account, operation }),
  };
}

/**
 * Sets consultations dated in the future to the current time, so that they count for one window from now. All these
 * consultations change together, so that recorded times still never go back.
 * @returns the number of changed consultations
 */
export const repairClock = (sql: Sql): Promise<number> =>
  sql.change(async (sql) => {
    const now = await sql.now();
    return (await sql.query('update usage set ts_ms = $1 where ts_ms > $1 returning 1', now)).length;
  });

/** Returns a function that adds consultations to the daily usage within the caller's transaction. */
function createDailyUsage(db: DatabaseSync): (charged: readonly ChargeRequest[], ms: number) => void {
  const add = prepare(
    db,
    `INSERT INTO daily_usage (day, account_id, operation, consultations) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET consultations = consultations + excluded.consultations`,
  );
  return (charged, ms) => {
    const day = new Date(ms).toISOString().slice(0, 10);
    const counts = new Map<string, { one: ChargeRequest; count: number }>();
    for (const one of charged) {
      const key = `${one.account.id} ${one.operation}`;
      counts.set(key, { one, count: (counts.get(key)?.count ?? 0) + 1 });
    }
    for (const { one, count } of counts.values()) add.run(day, one.account.id, one.operation, count);
  };
}
