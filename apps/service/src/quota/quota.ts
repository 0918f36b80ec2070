import type { Account } from '../accounts/account.ts';

/** How much of its rolling window an account has left. */
export interface RemainingAllowance {
  limit: number;
  windowSeconds: number;
  /** Consultations that are left now. */
  remaining: number;
  /**
   * The `t` of the header `RateLimit`: seconds until the oldest consultation leaves the window and one more is allowed; 0 if
   * the window is empty.
   */
  resetSeconds: number;
}

/** The response to a rejected charge is a 429 with `Retry-After`. */
export type ChargeResult =
  | { ok: true; allowance: RemainingAllowance }
  | { ok: false; allowance: RemainingAllowance; retryAfterSeconds: number };

/** An exact, durable rolling window of consultations. The rule is in rolling-window.ts. */
export interface Quota {
  /** What a charge would return now; charges nothing. */
  check(account: Account): Promise<ChargeResult>;
  /**
   * Charges one consultation if the window allows it. Once it resolves, the consultation is durable: a crash neither
   * forgets it nor counts it twice. It is recorded for the day, too (UsageRecords).
   * @param operation operationId
   */
  charge(account: Account, operation: string): Promise<ChargeResult>;
}

/** Consultations of an account in a day. */
export interface DailyUsage {
  /** YYYY-MM-DD, in UTC. */
  day: string;
  /** undefined: accounts that were deleted, all together. */
  user: string | undefined;
  /** operationId */
  operation: string;
  consultations: number;
}

/** Days from the first to the last, both included. */
export interface UsageRange {
  from: string;
  to: string;
  /** Default: all accounts. */
  user?: string | undefined;
}

/** Deleted accounts, all together. Accounts are numbered from 1. */
export const DELETED_ACCOUNT = 0;

/** What charges leave behind. */
export interface UsageRecords {
  /** By day, user and operation. Days without consultations are left out. @throws UserError if the user does not exist */
  daily(range: UsageRange): Promise<DailyUsage[]>;
  /** The moment (ISO 8601) of the upgrade before which consultations were not recorded by day; undefined: all are. */
  dailySince(): Promise<string | undefined>;
  /**
   * Dates consultations that were charged under a clock ahead of time back to now; returns how many there were. A
   * service may run meanwhile.
   */
  repairClock(): Promise<number>;
}
