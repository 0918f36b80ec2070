import { shown, UserError } from '@vehicle-lookup/command-line';
import { GREATEST_BURST, type Plan } from './account.ts';
import { type KeyEntry, LIVE_KEYS } from './account-registry.ts';

/** A typed name, unless it may be a key in the wrong place. */
const quoted = (name: string): string => shown(name) && ` ${shown(name)}`;

// The rules of AccountRegistry that do not depend on its implementation, and the texts of its errors.

export const unknownPlan = (name: string, existing: readonly string[]): UserError =>
  new UserError(
    `plan${quoted(name)} does not exist; existing plans: ${existing.join(', ')}. To create one, run: plan set`,
  );

export const planInUse = (name: string, users: readonly string[]): UserError =>
  new UserError(
    `plan ${name} has ${users.length === 1 ? 'an account' : `${users.length} accounts`}, ${users[0]} for example; ` +
      'give them another plan first: account set-plan --user NAME --plan PLAN',
  );

export const unknownAccount = (user: string): UserError =>
  new UserError(`account${quoted(user)} does not exist. To see all accounts, run: account list`);

export const existingAccount = (user: string): UserError =>
  new UserError(`account ${user} already exists. For another key, run: key create --user ${user}`);

export const unknownKey = (id: number): UserError =>
  new UserError(`key ${id} does not exist. To see all keys, run: key list`);

/** @throws UserError if the burst is out of range */
export function checkBurst({ name, burst }: Plan): void {
  if (Number.isInteger(burst) && burst >= 1 && burst <= GREATEST_BURST) return;
  throw new UserError(`plan ${name}: expected a burst from 1 to ${GREATEST_BURST}, a whole number, got ${burst}.`);
}

/** @throws UserError if the account already has all the live keys that are allowed */
export function checkRoomForKey(user: string, keys: readonly KeyEntry[]): void {
  const live = keys.filter((key) => key.state === 'live');
  if (live.length < LIVE_KEYS) return;
  const which = live.map((key) => `${key.id} (${key.prefix}…)`).join(' and ');
  throw new UserError(
    `account ${user} already has ${LIVE_KEYS} live keys, ${which}; more are not allowed. ` +
      'Revoke one that is no longer used: key revoke ID',
  );
}
