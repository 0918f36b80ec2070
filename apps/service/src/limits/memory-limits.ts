import type { Account } from '../accounts/account.ts';
import { USER_NAME_LENGTH } from '../accounts/credentials.ts';
import { LOCKOUT_RULES, type LockoutRules } from './admission.ts';

/** Seconds until the lock of a pair of user and address ends; undefined if the pair is not locked. */
type RetryAfter = number | undefined;

export interface MemoryLockout {
  retryAfterSeconds(pair: string): RetryAfter;
  /** Counts a wrong key and locks the pair if the limit is reached. */
  countWrongKey(pair: string): RetryAfter;
  /** Resets the count of a pair after a correct key. */
  forget(pair: string): void;
}

/**
 * Returns the lockout of one process. If there are too many pairs, the least recently used pair is removed; unlocked pairs
 * never displace locked pairs.
 * @param now milliseconds since 1970
 */
export function createMemoryLockout(now: () => number, rules: LockoutRules = LOCKOUT_RULES): MemoryLockout {
  /** Number of wrong keys by pair, and the time at which the count ends. */
  const counted = new Map<string, { count: number; until: number }>();
  /** End of the lock by pair. */
  const locked = new Map<string, number>();

  function remember<Value>(pairs: Map<string, Value>, pair: string, value: Value): undefined {
    counted.delete(pair);
    locked.delete(pair);
    pairs.set(pair, value);
    // A map iterates over its keys in insertion order.
    if (pairs.size > rules.pairs) pairs.delete(pairs.keys().next().value as string);
  }

  function retryAfterSeconds(pair: string): RetryAfter {
    const left = Math.ceil(((locked.get(pair) ?? 0) - now()) / 1000);
    // If the remaining time exceeds the duration of a lock, the clock was set back, and the lock would not end in time.
    return left > 0 && left <= rules.lockSeconds ? left : undefined;
  }

  return {
    retryAfterSeconds,
    countWrongKey(pair) {
      const seconds = retryAfterSeconds(pair);
      if (seconds !== undefined) {
        remember(locked, pair, locked.get(pair) as number);
        return seconds;
      }
      const before = counted.get(pair);
      const { count, until } =
        before && before.until > now() ? before : { count: 0, until: now() + rules.windowSeconds * 1000 };
      if (count + 1 < rules.wrongKeys) return remember(counted, pair, { count: count + 1, until });
      remember(locked, pair, now() + rules.lockSeconds * 1000);
      return rules.lockSeconds;
    },
    forget(pair) {
      counted.delete(pair);
      locked.delete(pair);
    },
  };
}

/** Returns the map key of a pair. Addresses contain no spaces. User names are truncated to limit the memory. */
export const pairOf = (user: string, address: string): string => `${address} ${user.slice(0, USER_NAME_LENGTH + 1)}`;

const SECOND = 1000;

/**
 * Limits an account to `plan.burst` requests in any second, counted by this process.
 * @param now time of a monotonic clock in milliseconds
 * @returns a function that counts a request, or returns false without counting it if it exceeds the limit
 */
export function createMemoryBurst(now: () => number = () => performance.now()): (account: Account) => boolean {
  /** Times of the latest `plan.burst` requests by account, in a ring buffer, and the index of the oldest time. */
  const rings = new Map<number, { moments: Float64Array; oldest: number }>();

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

/**
 * Limits an address to `limit` requests in each second, regardless of their keys. Only the addresses from one second are stored.
 * @param now time of a monotonic clock in milliseconds
 * @returns a function that counts a request, and returns false if the request exceeds the limit
 */
export function createAddressLimit(
  limit: number,
  now: () => number = () => performance.now(),
): (address: string) => boolean {
  let [second, counts] = [0, new Map<string, number>()];
  return (address) => {
    const current = Math.floor(now() / SECOND);
    if (current !== second) [second, counts] = [current, new Map()];
    const count = (counts.get(address) ?? 0) + 1;
    counts.set(address, count);
    return count <= limit;
  };
}
