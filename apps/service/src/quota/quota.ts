import type { Account } from '../accounts/account.ts';

/** How much of its rolling window an account has left. */
export interface Allowance {
  limit: number;
  windowSeconds: number;
  /** Consultations that are left now. */
  remaining: number;
  /** Seconds until the oldest consultation leaves the window and one more is allowed; 0 if the window is empty. */
  resetSeconds: number;
}

export type Charge =
  | { ok: true; allowance: Allowance }
  | { ok: false; allowance: Allowance; retryAfterSeconds: number };

/** An exact, durable rolling window of consultations. */
export interface Quota {
  /** What a charge would return now; charges nothing. */
  check(account: Account): Promise<Charge>;
  /**
   * Charges one consultation if the window allows it. Once it resolves, the consultation is durable: a crash neither
   * forgets it nor counts it twice. It is recorded for the day, too (AccountRegistry.dailyUsage).
   * @param operation operationId
   */
  charge(account: Account, operation: string): Promise<Charge>;
}

/** What the burst needs to know of an account. */
export interface BurstAccount {
  id: number;
  plan: { burst: number };
}

/** The limit of requests per second. A refused request does not count. */
export interface Burst {
  /** Counts a request; returns the seconds to wait if it is one too many. */
  hit(account: BurstAccount): Promise<number | undefined>;
}
