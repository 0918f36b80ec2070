import type { Account } from '../accounts/account.ts';

const SECOND = 1000;

/** The moments of an account's latest requests, as many as its plan allows in a second. */
interface Ring {
  moments: Float64Array;
  /** Index of the oldest one. */
  oldest: number;
}

/** Counts a request, and returns whether there was room for it. One that is too many does not count. */
export type HitBurst = (account: Account) => boolean;

/**
 * At most `plan.burst` requests in any second, as this process counts them.
 * @param now milliseconds of a clock that does not go back
 */
export function createMemoryBurst(now: () => number = () => performance.now()): HitBurst {
  const rings = new Map<number, Ring>();

  return ({ id, plan }) => {
    let ring = rings.get(id);
    if (ring?.moments.length !== plan.burst) {
      ring = { moments: new Float64Array(plan.burst).fill(Number.NEGATIVE_INFINITY), oldest: 0 };
      rings.set(id, ring);
    }
    const moment = now();
    if ((ring.moments[ring.oldest] as number) + SECOND > moment) return false;
    ring.moments[ring.oldest] = moment;
    ring.oldest = (ring.oldest + 1) % plan.burst;
    return true;
  };
}
