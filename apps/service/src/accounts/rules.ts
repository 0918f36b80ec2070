import { shown, UserError } from '@vehicle-lookup/toolkit/command-line';
import { type AccountEntry, type KeyEntry, LIVE_KEYS } from './account.ts';
import type { Plan } from './plan.ts';

// Table rows as of the newest migration, and the rules for these rows. Times are milliseconds since 1970.

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
  user: string;
  /** First characters of the key, so that its owner can identify it. */
  prefix: string;
  created_ms: number;
  expires_ms: number | null;
  revoked_ms: number | null;
  last_used: string | null;
}

const iso = (ms: number): string => new Date(ms).toISOString();

export const toAccount = (row: AccountRow): AccountEntry => ({
  id: row.id,
  user: row.user,
  plan: row.plan,
  created: iso(row.created_ms),
  disabled: row.disabled_ms !== null,
});

/** Converts a row to a key entry. @param now milliseconds since 1970 */
export function toKey(row: KeyRow, now: number): KeyEntry {
  const expired = row.expires_ms !== null && row.expires_ms <= now;
  return {
    id: row.id,
    user: row.user,
    prefix: row.prefix,
    created: iso(row.created_ms),
    expires: row.expires_ms === null ? null : iso(row.expires_ms),
    state: row.revoked_ms !== null ? 'revoked' : expired ? 'expired' : 'live',
    lastUsed: row.last_used,
  };
}

/** Returns a name for a message, or an empty string if the name may be a misplaced key. */
export const quoted = (name: string): string => shown(name) && ` ${shown(name)}`;

/** Returns the plan with a name. @throws UserError if the plan does not exist */
export function planNamed(name: string, plans: readonly Plan[]): Plan {
  const plan = plans.find((plan) => plan.name === name);
  if (plan) return plan;
  const existing = plans.map(({ name }) => name).join(', ');
  throw new UserError(`plan${quoted(name)} does not exist; existing plans: ${existing}. To create one, run: plan set`);
}

const liveKeys = (keys: readonly KeyRow[], now: number): KeyRow[] =>
  keys.filter((key) => toKey(key, now).state === 'live');

const listed = (keys: readonly KeyRow[]): string => keys.map(({ id, prefix }) => `${id} (${prefix}…)`).join(' and ');

/** Checks whether an account may have another key. @throws UserError if the account has the maximum number of live keys */
export function checkRoomForKey(user: string, keys: readonly KeyRow[], now: number): void {
  const live = liveKeys(keys, now);
  if (live.length < LIVE_KEYS) return;
  throw new UserError(
    `account ${user} already has ${LIVE_KEYS} live keys, ${listed(live)}; more are not allowed. ` +
      'Revoke an unused key: key revoke ID',
  );
}

/**
 * Returns the live keys of an account with their expiry times after a rotation: each key expires after the overlap at the latest.
 * If the account already has the maximum number of live keys, the key that expires first expires now.
 * @throws UserError if the account has the maximum number of live keys, and none of them expires
 */
export function rotatedKeys(user: string, keys: readonly KeyRow[], now: number, overlapMs: number): KeyRow[] {
  const expiry = ({ expires_ms }: KeyRow): number => expires_ms ?? Number.POSITIVE_INFINITY;
  const live = liveKeys(keys, now).sort((one, other) => expiry(one) - expiry(other));
  const isFull = live.length >= LIVE_KEYS;
  if (isFull && live[0]?.expires_ms === null) {
    throw new UserError(
      `account ${user} already has ${LIVE_KEYS} live keys, ${listed(live)}, and neither expires. ` +
        'Revoke the unused key, then rotate the other key: key revoke ID',
    );
  }
  return live.map((key, index) => ({
    ...key,
    expires_ms: isFull && index === 0 ? now : Math.min(expiry(key), now + overlapMs),
  }));
}
