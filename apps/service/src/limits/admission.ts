import type { Account } from '../accounts/account.ts';

/**
 * The decision whether a request is processed. `retryAfterSeconds` is the value of the `Retry-After` header. Unknown users,
 * wrong keys, disabled accounts and expired keys are all `wrong-credentials`, so that a client cannot distinguish them.
 */
export type Admission =
  | { outcome: 'admitted'; account: Account }
  /** The credentials are correct, but the request exceeds the per-second limit of the plan. */
  | { outcome: 'too-fast'; account: Account }
  /** This address sent too many wrong keys for this user. Even the correct key is rejected. */
  | { outcome: 'locked-out'; retryAfterSeconds: number }
  | { outcome: 'wrong-credentials' };

/**
 * Checks the credentials, the lockout of the pair of user and address, and the per-second limit, in one step. Every request
 * with correct credentials counts towards the per-second limit. Accounts are not cached, so a revoked key is rejected from
 * the next request on.
 * @param address the client's IP address, for the lockout
 */
export type Admit = (user: string, key: string, address: string) => Promise<Admission>;

/**
 * The rules of the lockout. Wrong keys are counted by user and address, because if they were counted only by user, anyone could
 * lock out another client. Wrong keys for a user that does not exist also count.
 */
export const LOCKOUT_RULES = {
  /** Number of wrong keys that locks a pair. */
  wrongKeys: 10,
  /** Seconds within which wrong keys are counted. */
  windowSeconds: 900,
  /** Duration of a lock in seconds. */
  lockSeconds: 900,
  /** Maximum number of stored pairs, applied separately to locked and unlocked pairs, so that a flood cannot fill the memory. */
  pairs: 20_000,
};
export type LockoutRules = typeof LOCKOUT_RULES;
