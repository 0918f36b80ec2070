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

/** How many keys of an account may be valid at once: enough to replace one without an interruption. */
export const LIVE_KEYS = 2;

/** Moments are ISO 8601 in UTC. */
export interface AccountEntry {
  id: number;
  user: string;
  plan: string;
  created: string;
  disabled: boolean;
}

export interface KeyEntry {
  id: number;
  user: string;
  /** The key's first characters. */
  prefix: string;
  created: string;
  /** null: never. */
  expires: string | null;
  state: 'live' | 'expired' | 'revoked';
  /** YYYY-MM-DD, in UTC; null: not yet. */
  lastUsed: string | null;
}

/** The only value that holds the key itself. */
export type NewKey = KeyEntry & { key: string };
