import { shown, UserError } from '@vehicle-lookup/toolkit/command-line';
import { type AccountEntry, type KeyEntry, LIVE_KEYS } from './account.ts';
import type { Plan } from './plan.ts';

// Rows as the newest migration leaves them, and the rules about them. Moments are milliseconds since 1970.

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
  /** The key's first characters, by which its owner recognises it. */
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

/** @param now milliseconds since 1970 */
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

/** A typed name, unless it may be a key in the wrong place. */
export const quoted = (name: string): string => shown(name) && ` ${shown(name)}`;

/** @throws UserError if there is no plan of this name among all plans */
export function planNamed(name: string, plans: readonly Plan[]): Plan {
  const plan = plans.find((plan) => plan.name === name);
  if (plan) return plan;
  const existing = plans.map(({ name }) => name).join(', ');
  throw new UserError(`plan${quoted(name)} does not exist; existing plans: ${existing}. To create one, run: plan set`);
}

const liveKeys = (keys: readonly KeyRow[], now: number): KeyRow[] =>
  keys.filter((key) => toKey(key, now).state === 'live');

const listed = (keys: readonly KeyRow[]): string => keys.map(({ id, prefix }) => `${id} (${prefix}…)`).join(' and ');

/** @throws UserError if the account already has all the live keys that are allowed */
export function checkRoomForKey(user: string, keys: readonly KeyRow[], now: number): void {
  const live = liveKeys(keys, now);
  if (live.length < LIVE_KEYS) return;
  throw new UserError(
    `account ${user} already has ${LIVE_KEYS} live keys, ${listed(live)}; more are not allowed. ` +
      'Revoke an unused key: key revoke ID',
  );
}

/**
 * Returns when the live keys of an account expire after a rotation: the latest one after the overlap. If there is no room
 * for another key, the one that expires first expires now.
 * @throws UserError if there is no room, and no key expires
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
