import { shown, UserError } from '@vehicle-lookup/toolkit/command-line';
import { type AccountEntry, GREATEST_BURST, type KeyEntry, LIVE_KEYS, type Plan } from './account.ts';

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

/** A typed name, unless it may be a key in the wrong place. */
const quoted = (name: string): string => shown(name) && ` ${shown(name)}`;

// The rules of AccountRegistry that do not depend on its implementation, and the texts of its errors.

/** @throws UserError if there is no plan of this name among all plans */
export function planNamed(name: string, plans: readonly PlanRow[]): PlanRow {
  const plan = plans.find((row) => row.name === name);
  if (plan) return plan;
  const existing = plans.map((row) => row.name).join(', ');
  throw new UserError(`plan${quoted(name)} does not exist; existing plans: ${existing}. To create one, run: plan set`);
}

/** The plan that `make` makes of the existing one. @throws UserError if its burst is out of range; whatever `make` throws */
export function changedPlan(name: string, plans: readonly PlanRow[], make: (existing: Plan | undefined) => Plan): Plan {
  const existing = plans.find((row) => row.name === name);
  const plan = make(existing && toPlan(existing));
  checkBurst(plan);
  return plan;
}

/** @throws UserError if one of all accounts has the plan */
export function checkUnusedPlan(name: string, accounts: readonly AccountRow[]): void {
  const users = accounts.filter(({ plan }) => plan === name).map(({ user }) => user);
  if (users.length === 0) return;
  throw new UserError(
    `plan ${name} has ${users.length === 1 ? 'an account' : `${users.length} accounts`}, ${users[0]} for example; ` +
      'give them another plan first: account set-plan --user NAME --plan PLAN',
  );
}

/** @throws UserError if no account was found */
export function foundAccount(user: string, account: AccountRow | undefined): AccountRow {
  if (account) return account;
  throw new UserError(`account${quoted(user)} does not exist. To see all accounts, run: account list`);
}

/** The error for a user whose account would be created twice. */
export const existingAccount = (user: string): UserError =>
  new UserError(`account ${user} already exists. For another key, run: key create --user ${user}`);

/** The error for an ID that no key has. */
export const unknownKey = (id: number): UserError =>
  new UserError(`key ${id} does not exist. To see all keys, run: key list`);

function checkBurst({ name, burst }: Plan): void {
  if (Number.isInteger(burst) && burst >= 1 && burst <= GREATEST_BURST) return;
  throw new UserError(`plan ${name}: expected a burst from 1 to ${GREATEST_BURST}, a whole number, got ${burst}.`);
}

/** @throws UserError if the account already has all the live keys that are allowed */
export function checkRoomForKey(user: string, keys: readonly KeyRow[], now: number): void {
  const live = keys.filter((key) => toKey(key, user, now).state === 'live');
  if (live.length < LIVE_KEYS) return;
  const which = live.map((key) => `${key.id} (${key.prefix}…)`).join(' and ');
  throw new UserError(
    `account ${user} already has ${LIVE_KEYS} live keys, ${which}; more are not allowed. ` +
      'Revoke one that is no longer used: key revoke ID',
  );
}
