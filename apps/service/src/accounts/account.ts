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
