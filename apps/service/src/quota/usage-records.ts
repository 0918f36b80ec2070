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
  /**
   * Dates consultations that were charged under a clock ahead of time back to now; returns how many there were. A
   * service may run meanwhile.
   */
  repairClock(): Promise<number>;
}
