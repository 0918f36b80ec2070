import type { Plan } from './plan.ts';

/** An account whose credentials have been verified. */
export interface Account {
  id: number;
  user: string;
  plan: Plan;
}

/** Maximum number of live keys per account, sufficient to replace a key without an interruption. */
export const LIVE_KEYS = 2;

/** An account as shown to administrators. Times are ISO 8601 in UTC. */
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
  /** First characters of the key. */
  prefix: string;
  created: string;
  /** Expiry time; null if the key does not expire. */
  expires: string | null;
  state: 'live' | 'expired' | 'revoked';
  /** Day of the last use, YYYY-MM-DD in UTC; null for an unused key. */
  lastUsed: string | null;
}

/** A new key, the only value that contains the key itself. */
export type NewKey = KeyEntry & { key: string };
