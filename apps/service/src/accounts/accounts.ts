/** The greatest burst of a plan: so many moments are kept in memory for each of its accounts that asks. */
export const GREATEST_BURST = 10_000;

/** What an account may do. Plans are data: other plans need no other code. */
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

/** An account whose credentials are right. */
export interface Account {
  id: number;
  user: string;
  plan: Plan;
}

/** Who asks; every failure looks the same to the caller but for the seconds to wait (assumption lock-out). */
export type Authentication = { ok: true; account: Account } | { ok: false; retryAfterSeconds?: number };

export interface Authenticator {
  /** Constant-time for known and unknown users. `address` is the caller's IP address, for the lock-out. */
  authenticate(user: string, key: string, address: string): Promise<Authentication>;
}
