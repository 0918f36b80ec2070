import type { Plan } from '../accounts/plan.ts';
import type { ChargeResult } from './quota.ts';

/**
 * The rule for the allowance and for the `Retry-After` header of its 429. A consultation at `ts` counts until just before `ts +
 * window`. Another consultation is allowed while fewer than `limit` consultations count. Recorded times never go back: after a
 * clock was set back, consultations get the time of the latest earlier consultation.
 *
 * `windowOf` in this directory and `chargeOfMember` in postgres-quota.ts call `chargeOf` after they find the consultation that
 * must leave the window. In PostgreSQL, `window_start` in window-start.sql replaces `oldestLive`; window-cases.ts tests both.
 */

/**
 * @param used number of consultations that count now
 * @param wanted 1 to charge, 0 to check
 * @param roomInSeconds seconds until a consultation leaves the window; undefined if no consultation counts
 */
export function chargeOf(
  { limit, windowSeconds }: Plan,
  used: number,
  wanted: 0 | 1,
  roomInSeconds: number | undefined,
): ChargeResult {
  const ok = used < limit;
  const resetSeconds = roomInSeconds ?? wanted * windowSeconds;
  return { ok, allowance: { limit, windowSeconds, remaining: ok ? limit - used - wanted : 0, resetSeconds } };
}

/**
 * Returns the seconds until a consultation leaves the window.
 * @param moment time of the consultation; milliseconds since 1970, like `now`
 */
export const secondsInWindow = (moment: number, windowSeconds: number, now: number): number =>
  Math.ceil((moment + windowSeconds * 1000 - now) / 1000);

/** Returns the time of a consultation; null or undefined if the consultation is pruned or does not exist yet. */
export type MomentOf = (seq: number) => number | null | undefined;

/**
 * Returns the number of the oldest consultation after `cutoff`, or `head + 1` if there is no such consultation. The search starts
 * at `hint` and doubles its steps. A correct hint, the usual case, takes two look-ups; an incorrect hint takes more.
 */
export function oldestLive(momentOf: MomentOf, cutoff: number, head: number, hint: number): number {
  const isLive = (seq: number): boolean => seq > head || (momentOf(seq) ?? Number.NEGATIVE_INFINITY) > cutoff;
  let dead = Math.max(0, Math.min(hint - 1, head));
  let live = dead + 1;
  for (let step = 1; dead > 0 && isLive(dead); step *= 2) {
    live = dead;
    dead = Math.max(0, dead - step);
  }
  for (let step = 1; !isLive(live); step *= 2) {
    dead = live;
    live = Math.min(head + 1, live + step);
  }
  while (live - dead > 1) {
    const middle = Math.floor((dead + live) / 2);
    if (isLive(middle)) live = middle;
    else dead = middle;
  }
  return live;
}
