import { cleanUpLater } from '@vehicle-lookup/testing';
import type { Account } from '../../../src/accounts/account.ts';
import { DEFAULT_SETTINGS, type Plan } from '../../../src/accounts/plan.ts';
import type { Accounts, AccountsOptions } from '../../../src/data-store/account-store.ts';
import type { DataStore } from '../../../src/data-store/data-store.ts';

/** Prepares and opens accounts. Two calls with the same store behave like two processes. */
export async function openAccounts(store: DataStore, options: AccountsOptions = {}): Promise<Accounts> {
  await store.accounts.prepare();
  const accounts = await store.accounts.open(options);
  cleanUpLater(() => accounts.close());
  return accounts;
}

/** Returns a clock that a test can set. */
export function fakeClock(start = 1_800_000_000_000): { now: () => number; forward(ms: number): void } {
  let ms = start;
  return {
    now: () => ms,
    forward(by) {
      ms += by;
    },
  };
}

/** A minute in milliseconds. */
export const MINUTE = 60_000;
export const DAY = 86_400_000;

/** Creates a plan and an account with this plan. */
export async function accountWith(
  { registry }: Accounts,
  plan: Partial<Plan> & { limit: number },
  user = 'ann',
): Promise<Account & { key: string }> {
  const full: Plan = { ...DEFAULT_SETTINGS, name: 'own', windowSeconds: 3600, ...plan };
  const { name, ...settings } = full;
  await registry.setPlan(name, settings);
  const { account, key } = await registry.createAccount(user, name);
  return { id: account.id, user, plan: full, key: key.key };
}
