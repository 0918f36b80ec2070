import type { Plan } from './plan.ts';

/** An account whose credentials are correct. */
export interface Account {
  id: number;
  user: string;
  plan: Plan;
}

/** How many keys of an account may be valid concurrently: enough to replace one without an interruption. */
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
