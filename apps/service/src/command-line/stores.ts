import { resolve } from 'node:path';
import type { Command } from '@vehicle-lookup/toolkit/command-line';
import type { AccountRegistry } from '../accounts/registry.ts';
import type { Administration } from '../data-store/account-store.ts';
import type { DataStore } from '../data-store/data-store.ts';

/** The path of `--data-dir`. */
export const dataDirectory = (command: Command): string => resolve(command.optsWithGlobals().dataDir);

/** The stores of `--data-dir`. They are loaded here, so that help texts do not wait for them. */
export async function dataStore(command: Command): Promise<DataStore> {
  const { openDataStore } = await import('../data-store/open-data-store.ts');
  return openDataStore(dataDirectory(command));
}

/** Where the accounts of a store are, for messages. */
export const placeOf = ({ root }: DataStore): string =>
  process.env.DATABASE_URL ? 'the database of DATABASE_URL' : root;

/** Opens the accounts for administration, runs `work` on them and closes them. */
export async function withAccounts<T>(command: Command, work: (accounts: Administration) => Promise<T>): Promise<T> {
  const store = await dataStore(command);
  await using accounts = await store.accounts.administer();
  return await work(accounts);
}

/** The command with those above it: `account create`. */
const nameOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();

/** The account that a change is about, and other values; no key. */
type About = { user?: string; [name: string]: unknown };

/** Changes plans, accounts or keys, and records the change, in one transaction. @param more values of the result */
export async function changeAccounts<T>(
  command: Command,
  about: About,
  work: (registry: AccountRegistry) => Promise<T>,
  more: (result: T) => About = () => ({}),
): Promise<T> {
  const store = await dataStore(command);
  return store.accounts.change(async ({ registry, audit }) => {
    const result = await work(registry);
    const { user, ...details } = { ...about, ...more(result) };
    await audit.record({ what: nameOf(command), user, details });
    return result;
  });
}

/**
 * Records another change that a command has made.
 * @returns false if the accounts cannot be opened; then there is no record
 */
export async function recordChange(command: Command, { user, ...details }: About): Promise<boolean> {
  const store = await dataStore(command);
  await using accounts = await store.accounts.administer().catch(() => undefined);
  await accounts?.audit.record({ what: nameOf(command), user, details });
  return accounts !== undefined;
}
