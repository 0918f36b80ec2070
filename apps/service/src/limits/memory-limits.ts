import type { Account } from '../accounts/account.ts';
import { USER_NAME_LENGTH } from '../accounts/credentials.ts';
import { LOCKOUT_RULES, type LockoutRules } from './admission.ts';

/** Seconds until the lock of a pair of user and address ends; undefined: it is not locked. */
type RetryAfter = number | undefined;

export interface MemoryLockout {
  retryAfterSeconds(pair: string): RetryAfter;
  /** Counts a wrong key, which may lock the pair. */
  countWrongKey(pair: string): RetryAfter;
  /** Forgets the wrong keys of the pair: the client has sent a correct one. */
  forget(pair: string): void;
}

/**
 * The lockout of one process. If there are too many pairs, the one that was quiet longest is forgotten; unlocked pairs
 * never push out a locked one.
 * @param now milliseconds since 1970
 */
export function createMemoryLockout(now: () => number, rules: LockoutRules = LOCKOUT_RULES): MemoryLockout {
  /** By pair, its wrong keys and when they are forgotten. */
  const counted = new Map<string, { count: number; until: number }>();
  /** By pair, when the lock ends. */
  const locked = new Map<string, number>();

  function remember<Value>(pairs: Map<string, Value>, pair: string, value: Value): undefined {
    counted.delete(pair);
    locked.delete(pair);
    pairs.set(pair, value);
    // A map keeps the order in which its keys were added.
    if (pairs.size > rules.pairs) pairs.delete(pairs.keys().next().value as string);
  }

  function retryAfterSeconds(pair: string): RetryAfter {
    const left = Math.ceil(((locked.get(pair) ?? 0) - now()) / 1000);
    // More than a lock lasts: the clock was set back, and the lock would not end.
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

/** Names a pair. An address holds no blank. Users are cut just above their maximum length, so that the memory is limited. */
export const pairOf = (user: string, address: string): string => `${address} ${user.slice(0, USER_NAME_LENGTH + 1)}`;

const SECOND = 1000;

/**
 * At most `plan.burst` requests in any second, as this process counts them.
 * @param now milliseconds of a clock that does not go back
 * @returns a function that counts a request, and tells whether there was room for it. One that is too many does not count
 */
export function createMemoryBurst(now: () => number = () => performance.now()): (account: Account) => boolean {
  /** By account, the moments of its latest requests, as many as its plan allows in a second, and the index of the oldest one. */
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
 * At most `limit` requests of an address in each second of this process, whatever their keys. It remembers the addresses of one second.
 * @param now milliseconds of a clock that does not go back
 * @returns a function that counts a request, and tells whether there was room for it
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
