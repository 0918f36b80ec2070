import type { Account } from '../accounts/account.ts';

/** How much of its rolling window an account has left. */
export interface RemainingAllowance {
  limit: number;
  windowSeconds: number;
  /** Consultations that are left now. */
  remaining: number;
  /**
   * Seconds until the oldest consultation leaves the window, the `t` of `RateLimit`; 0 if the window is empty. If nothing is
   * left: until one more is allowed, the `Retry-After`.
   */
  resetSeconds: number;
}

/** The response to a charge that is not ok is a 429 with `Retry-After`. */
export interface ChargeResult {
  ok: boolean;
  allowance: RemainingAllowance;
}

/** An exact, durable rolling window of consultations. The rule is in rolling-window.ts. */
export interface Quota {
  /** What a charge would return now; charges nothing. */
  check(account: Account): Promise<ChargeResult>;
  /**
   * Charges one consultation if the window allows it. Once it resolves, the consultation is durable: a crash neither
   * forgets it nor counts it twice. It is also recorded for the day (daily-usage.ts).
   * @param operation operationId
   */
  charge(account: Account, operation: string): Promise<ChargeResult>;
}
