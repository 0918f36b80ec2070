/**
 * Wrong keys are counted by user and address, never by user alone: otherwise anyone could lock out another client.
 * Users that do not exist are counted in the same way.
 */
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
