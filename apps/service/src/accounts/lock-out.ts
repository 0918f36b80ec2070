import { RateLimiterMemory, type RateLimiterRes } from 'rate-limiter-flexible';
import { USER_NAME_LENGTH } from './user-name.ts';

export interface LockOutRules {
  /** The wrong key that locks: the tenth, unless told otherwise. */
  wrongKeys: number;
  /** Seconds in which they are counted. */
  windowSeconds: number;
  /** Seconds that a lock lasts. */
  lockSeconds: number;
  /** Pairs of user and address that may be watched within a window: no flood of invented names fills the memory. */
  pairs: number;
}

export const LOCK_OUT: LockOutRules = { wrongKeys: 10, windowSeconds: 900, lockSeconds: 900, pairs: 20_000 };

/**
 * Counts wrong keys by user and address, never by user alone: nobody can lock another out from elsewhere. In memory;
 * a process counts for itself. Users that do not exist are counted alike.
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
  const newPairs = new RateLimiterMemory({ points: rules.pairs, duration });

  return {
    async locked(user, address) {
      const state = await limiter.get(pair(user, address));
      return state && state.consumedPoints > points ? seconds(state) : undefined;
    },
    async wrong(user, address) {
      const key = pair(user, address);
      const watched = (await limiter.get(key)) !== null || (await take(newPairs, 'all')) === undefined;
      return watched ? take(limiter, key) : undefined;
    },
    async right(user, address) {
      await limiter.delete(pair(user, address));
    },
  };
}

/** No account has a longer name, and what is kept in memory has a bound. An address holds no blank. */
const pair = (user: string, address: string): string => `${address} ${user.slice(0, USER_NAME_LENGTH + 1)}`;

const seconds = (state: RateLimiterRes): number => Math.max(1, Math.ceil(state.msBeforeNext / 1000));

/** The limiter rejects with its state where a point is one too many. */
const take = (limiter: RateLimiterMemory, key: string): Promise<number | undefined> =>
  limiter.consume(key).then(
    () => undefined,
    (state: RateLimiterRes) => seconds(state),
  );
