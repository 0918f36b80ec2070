import type { Account } from '../accounts/account.ts';

/**
 * Whether a request may go on to its look-up. `retryAfterSeconds` is what the response says in `Retry-After`. Unknown users,
 * wrong keys, disabled accounts and expired keys are all `wrong-credentials`: a client cannot tell them apart.
 */
export type Admission =
  | { outcome: 'admitted'; account: Account }
  /** The credentials are correct, and this was one request too many in a second. */
  | { outcome: 'too-fast'; account: Account }
  /** Too many wrong keys came for this user from this address. The key does not matter then. */
  | { outcome: 'locked-out'; retryAfterSeconds: number }
  | { outcome: 'wrong-credentials' };

/**
 * What every request asks of the accounts, in one step: are the credentials correct, is the pair of user and address
 * locked out, and is there room in the burst? Every request with correct credentials counts in the burst. It keeps no
 * copy of the accounts: a revoked key is rejected from the next request on.
 * @param address the client's IP address, for the lockout
 */
export type Admit = (user: string, key: string, address: string) => Promise<Admission>;

/**
 * Wrong keys are counted by user and address, never only by user: otherwise anyone could lock out another client.
 * Users that do not exist are counted in the same way.
 */
export const LOCKOUT_RULES = {
  /** The wrong key that locks. */
  wrongKeys: 10,
  /** Seconds within which wrong keys are counted. */
  windowSeconds: 900,
  /** Seconds that a lock lasts. */
  lockSeconds: 900,
  /** Limit on the pairs of user and address that are remembered, locked ones and others each: no flood fills the memory. */
  pairs: 20_000,
};
export type LockoutRules = typeof LOCKOUT_RULES;
