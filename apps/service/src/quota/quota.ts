import type { Account } from '../accounts/account.ts';

/** The remaining allowance of an account. */
export interface RemainingAllowance {
  limit: number;
  windowSeconds: number;
  /** Number of consultations that are left now. */
  remaining: number;
  /**
   * Seconds until the oldest consultation leaves the window (`t` in `RateLimit`); 0 if the window is empty. If the allowance is
   * exhausted, seconds until another consultation is allowed (`Retry-After`).
   */
  resetSeconds: number;
}

/** The result of a charge. If `ok` is false, the response is a 429 with `Retry-After`. */
export interface ChargeResult {
  ok: boolean;
  allowance: RemainingAllowance;
}

/** An exact, durable rolling window of consultations, with the rule in rolling-window.ts. */
export interface Quota {
  /** Returns the result that `charge` would give now, without charging. */
  check(account: Account): Promise<ChargeResult>;
  /**
   * Charges one consultation if the window allows it. Once the promise resolves, the consultation is durable: a crash does not
   * lose it or count it twice. The daily usage (daily-usage.ts) also includes the consultation.
   * @param operation operationId
   */
  charge(account: Account, operation: string): Promise<ChargeResult>;
}
