import { resolve } from 'node:path';
import type { Command } from '@vehicle-lookup/toolkit/command-line';
import type { Accounts, DataStore } from '../data-store/data-store.ts';

/** The path of `--data-dir`. */
export const dataDirectory = (command: Command): string => resolve(command.optsWithGlobals().dataDir);

/** The stores of `--data-dir`. They are loaded here, so that help texts do not wait for them. */
export async function dataStore(command: Command): Promise<DataStore> {
  const { openDataStore } = await import('../data-store/open-data-store.ts');
  return openDataStore(dataDirectory(command));
}

/** Opens the accounts, runs `work` on them and closes them. */
export async function withAccounts<T>(command: Command, work: (accounts: Accounts) => Promise<T>): Promise<T> {
  const store = await dataStore(command);
  const accounts = await store.accounts.open();
  try {
    return await work(accounts);
  } finally {
    await accounts.close();
  }
}

/** Prints the value as JSON if `--json` is given, otherwise the text. */
export function print(command: Command, value: unknown, text: string): void {
  console.log(command.optsWithGlobals().json ? JSON.stringify(value, null, 2) : text);
}
