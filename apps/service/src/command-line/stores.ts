import { resolve } from 'node:path';
import type { Command } from '@vehicle-lookup/toolkit/command-line';
import type { AccountRegistry } from '../accounts/registry.ts';
import type { Administration } from '../data-store/account-store.ts';
import type { DataStore } from '../data-store/data-store.ts';

/** Returns the absolute path of `--data-dir`. */
export const dataDirectory = (command: Command): string => resolve(command.optsWithGlobals().dataDir);

/** Opens the stores of `--data-dir`. The module is imported only here, so that the help output does not wait for it. */
export async function dataStore(command: Command): Promise<DataStore> {
  const { openDataStore } = await import('../data-store/open-data-store.ts');
  return openDataStore(dataDirectory(command));
}

/** Returns the location of the accounts, for messages. */
export const placeOf = ({ root }: DataStore): string =>
  process.env.DATABASE_URL ? 'the database of DATABASE_URL' : root;

/** Opens the accounts for administration, runs `work`, and closes the accounts. */
export async function withAccounts<T>(command: Command, work: (accounts: Administration) => Promise<T>): Promise<T> {
  const store = await dataStore(command);
  await using accounts = await store.accounts.administer();
  return await work(accounts);
}

/** Returns the name of a command, preceded by its parent's name: `account create`. */
const nameOf = (command: Command): string =>
  command.parent?.parent ? `${command.parent.name()} ${command.name()}` : command.name();

/** The account that a change concerns, and further values without keys. */
type About = { user?: string; [name: string]: unknown };

/** Changes plans, accounts or keys, and records the change in the same transaction. @param more values from the result to record */
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
 * Records a change that a command made outside the accounts.
 * @returns false if the change was not recorded because the accounts cannot be opened
 */
export async function recordChange(command: Command, { user, ...details }: About): Promise<boolean> {
  const store = await dataStore(command);
  await using accounts = await store.accounts.administer().catch(() => undefined);
  await accounts?.audit.record({ what: nameOf(command), user, details });
  return accounts !== undefined;
}
