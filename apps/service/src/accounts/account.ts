/** The largest burst of a plan: that many moments are kept in memory for each of its active accounts. */
export const GREATEST_BURST = 10_000;

/** What an account may do. Plans are data: a new plan needs no code. */
export interface Plan {
  name: string;
  /** Consultations in any window of `windowSeconds`. */
  limit: number;
  windowSeconds: number;
  /** Requests a second, charged or not; from 1 to GREATEST_BURST. */
  burst: number;
  /** operationIds that the plan does not include. */
  excluded: string[];
}

/** An account whose credentials are correct. */
export interface Account {
  id: number;
  user: string;
  plan: Plan;
}

/** The account, or a failure. All failures look the same to the client except for the seconds to wait (assumption lock-out). */
export type Authentication = { ok: true; account: Account } | { ok: false; retryAfterSeconds?: number };

/** Checks credentials on every request, without a cache: a revoked key is refused from the next request on. */
export interface Authenticator {
  /** Takes the same time for known and unknown users. `address` is the client's IP address, for the lock-out. */
  authenticate(user: string, key: string, address: string): Promise<Authentication>;
}

export interface LockOutRules {
  /** The wrong key that locks: the tenth by default. */
  wrongKeys: number;
  /** Seconds within which wrong keys are counted. */
  windowSeconds: number;
  /** Seconds that a lock lasts. */
  lockSeconds: number;
  /** Limit on the pairs of user and address that are remembered, locked ones and others each: no flood fills the memory. */
  pairs: number;
}

export const LOCK_OUT_RULES: LockOutRules = { wrongKeys: 10, windowSeconds: 900, lockSeconds: 900, pairs: 20_000 };

/**
 * Counts wrong keys by user and address, never by user alone: nobody can lock another client out from elsewhere. Users
 * that do not exist are counted in the same way.
 */
export interface LockOut {
  /** Seconds for which the pair is locked; undefined: it is not. */
  lockedSeconds(user: string, address: string): Promise<number | undefined>;
  /** Counts a wrong key; returns the seconds to wait if this key locks the pair. */
  countWrongKey(user: string, address: string): Promise<number | undefined>;
  /** Forgets the wrong keys of the pair: the client has sent a correct one. */
  forget(user: string, address: string): Promise<void>;
}
