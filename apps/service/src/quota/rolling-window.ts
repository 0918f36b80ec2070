import type { Plan } from '../accounts/plan.ts';
import type { ChargeResult } from './quota.ts';

/**
 * The rule of the allowance, and with it the `Retry-After` of its 429. A consultation at `ts` counts up to, and not at,
 * `ts + window`. One more is allowed while fewer than `limit` count; otherwise once enough of the oldest have left the
 * window. Moments never go back: a clock that was set back dates consultations as the latest before them.
 *
 * Callers: `windowOf` beside this file and `chargeOfMember` in postgres-quota.ts. They find which consultation has to leave:
 * with PostgreSQL the search `oldestLive` is `window_start` in window-start.sql; window-cases.ts holds the cases for both.
 */

/**
 * @param used consultations that count now
 * @param wanted 1 charges, 0 checks
 * @param roomInSeconds until a consultation leaves the window, so that one more is allowed; undefined: none counts
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
 * Seconds until a consultation leaves the window.
 * @param moment of the consultation; milliseconds since 1970, as `now`
 */
export const secondsInWindow = (moment: number, windowSeconds: number, now: number): number =>
  Math.ceil((moment + windowSeconds * 1000 - now) / 1000);

/** The moment of a consultation; none if it is pruned or does not exist yet. */
export type MomentOf = (seq: number) => number | null | undefined;

/**
 * The oldest consultation after `cutoff`; `head + 1` if there is none. Searches outward from `hint` in steps that double:
 * two look-ups if the hint is right, as it is most of the time. A wrong hint only costs more look-ups.
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
