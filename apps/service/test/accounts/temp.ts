import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Account, Plan } from '../../src/accounts/accounts.ts';
import { type Accounts, type AccountsOptions, openAccounts } from '../../src/accounts/open.ts';
import { type DataFolder, dataFolder } from '../../src/data-folder.ts';

/** A data folder that goes when the test has ended. */
export function tempFolder(): DataFolder {
  const root = mkdtempSync(join(tmpdir(), 'accounts-'));
  onTestFinished(() => rmSync(root, { recursive: true, force: true }));
  return dataFolder(root);
}

/** Prepared accounts in a data folder, closed when the test has ended. */
export async function tempAccounts(
  options: AccountsOptions = {},
  folder: DataFolder = tempFolder(),
): Promise<Accounts> {
  const accounts = await openAccounts(folder, { prepare: true, ...options });
  onTestFinished(() => accounts.close());
  return accounts;
}

/** A clock that a test sets. */
export function fakeClock(start = 1_800_000_000_000): { now: () => number; forward(ms: number): void } {
  let ms = start;
  return {
    now: () => ms,
    forward(by) {
      ms += by;
    },
  };
}

/** In milliseconds. */
export const DAY = 86_400_000;

/** Makes a plan and an account that has it. */
export async function accountOf(
  { registry }: Accounts,
  plan: Partial<Plan> & { limit: number },
  user = 'ann',
): Promise<Account & { key: string }> {
  const full: Plan = { name: 'own', windowSeconds: 3600, burst: 50, excluded: [], ...plan };
  await registry.setPlan(full.name, () => full);
  const { account, key } = await registry.createAccount(user, full.name);
  return { id: account.id, user, plan: full, key: key.key };
}
