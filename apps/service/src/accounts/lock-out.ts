import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { USER_NAME_LENGTH } from './user-name.ts';

export interface LockOutRules {
  /** The wrong key that locks: the tenth, unless told otherwise. */
  wrongKeys: number;
  /** Seconds in which they are counted. */
  windowSeconds: number;
  /** Seconds that a lock lasts. */
  lockSeconds: number;
  /** Pairs of user and address that are remembered, of the locked and of the others: no flood fills the memory. */
  pairs: number;
}

export const LOCK_OUT: LockOutRules = { wrongKeys: 10, windowSeconds: 900, lockSeconds: 900, pairs: 20_000 };

/**
 * Counts wrong keys by user and address, never by user alone: nobody can lock another out from elsewhere. In memory;
 * a process counts for itself. Users that do not exist are counted alike. Where there are too many pairs, the one that
 * was quiet longest is forgotten, and never a locked one for the sake of others that are not.
 */
export interface LockOut {
  /** Seconds for which the pair is locked; undefined where it is not. */
  locked(user: string, address: string): Promise<number | undefined>;
  /** Counts a wrong key; seconds to wait where it was one too many. */
  wrong(user: string, address: string): Promise<number | undefined>;
  /** Forgets the wrong keys of the pair. */
  right(user: string, address: string): Promise<void>;
}

export function createLockOut(rules: LockOutRules = LOCK_OUT): LockOut {
  const { wrongKeys, windowSeconds: duration, lockSeconds: blockDuration } = rules;
  const points = wrongKeys - 1;
  const limiter = new RateLimiterMemory({ points, duration, blockDuration });
  const counted = new Set<string>();
  const blocked = new Set<string>();

  function remember(pairs: Set<string>, key: string): void {
    counted.delete(key);
    blocked.delete(key);
    pairs.add(key);
    if (pairs.size > rules.pairs) forget(quietest(pairs));
  }

  function forget(key: string): Promise<boolean> {
    counted.delete(key);
    blocked.delete(key);
    return limiter.delete(key);
  }

  return {
    async locked(user, address) {
      const key = pair(user, address);
      if (!blocked.has(key)) return undefined;
      const state = await limiter.get(key);
      return state && state.consumedPoints > points ? seconds(state) : undefined;
    },
    async wrong(user, address) {
      const key = pair(user, address);
      const wait = await take(limiter, key);
      remember(wait === undefined ? counted : blocked, key);
      return wait;
    },
    async right(user, address) {
      const key = pair(user, address);
      if (counted.has(key) || blocked.has(key)) await forget(key);
    },
  };
}

/** No account has a longer name, and what is kept in memory has a bound. An address holds no blank. */
const pair = (user: string, address: string): string => `${address} ${user.slice(0, USER_NAME_LENGTH + 1)}`;

/** A set keeps the order in which its members came. */
const quietest = (pairs: Set<string>): string => pairs.values().next().value as string;

const seconds = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000));

/** The limiter rejects with its state where a point is one too many. */
const take = (limiter: RateLimiterMemory, key: string): Promise<number | undefined> =>
  limiter.consume(key).then(
    () => undefined,
    (state: RateLimiterRes) => seconds(state),
  );
