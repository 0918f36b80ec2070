import type { Account } from '../accounts/accounts.ts';

/** How an account stands in its rolling window. */
export interface Allowance {
  limit: number;
  windowSeconds: number;
  /** Consultations that are left now. */
  remaining: number;
  /** Seconds until the oldest consultation leaves the window and one more is allowed; 0 where the window is empty. */
  resetSeconds: number;
}

export type Charge =
  | { ok: true; allowance: Allowance }
  | { ok: false; allowance: Allowance; retryAfterSeconds: number };

/** An exact rolling window of consultations, durable. */
export interface Quota {
  /** What a charge would bring now; charges nothing. */
  check(account: Account): Promise<Charge>;
  /**
   * Charges one consultation if the window allows it. When it resolves, the consultation is on disk: a crash neither
   * forgets nor repeats it. Charges of one turn of the event loop share one transaction.
   */
  charge(account: Account): Promise<Charge>;
}

/** The limit per second, in memory: each process counts for itself. */
export interface Burst {
  /** Counts a request; seconds to wait where it is one too many. */
  hit(account: Account): number | undefined;
}
