import type { Plan } from './account.ts';
import type { AccountEntry, KeyEntry } from './account-registry.ts';

// Rows as the newest migration of either engine leaves them. Moments are milliseconds since 1970.

export interface PlanRow {
  name: string;
  limit_n: number;
  window_s: number;
  burst: number;
  /** JSON list of operationIds. */
  excluded: string;
}

export interface AccountRow {
  id: number;
  user: string;
  plan: string;
  created_ms: number;
  disabled_ms: number | null;
}

export interface KeyRow {
  id: number;
  account_id: number;
  /** The key's first characters, by which its owner recognises it. */
  prefix: string;
  sha256: Uint8Array;
  created_ms: number;
  expires_ms: number | null;
  revoked_ms: number | null;
}

const iso = (ms: number): string => new Date(ms).toISOString();

export const toPlan = (row: PlanRow): Plan => ({
  name: row.name,
  limit: row.limit_n,
  windowSeconds: row.window_s,
  burst: row.burst,
  excluded: JSON.parse(row.excluded),
});

export const fromPlan = (plan: Plan): PlanRow => ({
  name: plan.name,
  limit_n: plan.limit,
  window_s: plan.windowSeconds,
  burst: plan.burst,
  excluded: JSON.stringify(plan.excluded),
});

export const toAccount = (row: AccountRow): AccountEntry => ({
  id: row.id,
  user: row.user,
  plan: row.plan,
  created: iso(row.created_ms),
  disabled: row.disabled_ms !== null,
});

/** @param now milliseconds since 1970 */
export function toKey(row: KeyRow, user: string, now: number): KeyEntry {
  const expired = row.expires_ms !== null && row.expires_ms <= now;
  return {
    id: row.id,
    user,
    prefix: row.prefix,
    created: iso(row.created_ms),
    expires: row.expires_ms === null ? undefined : iso(row.expires_ms),
    state: row.revoked_ms !== null ? 'revoked' : expired ? 'expired' : 'live',
  };
}
