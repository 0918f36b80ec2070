import type { DataStore } from '../data-store.ts';
import { createAccountStore } from './accounts/account-store.ts';

/**
 * Accounts and usage in PostgreSQL, the catalogue in files of this machine.
 * @param files the store of a data directory
 * @param url address of the database
 */
export function createPostgresDataStore(files: DataStore, url: string): DataStore {
  return { ...files, accounts: createAccountStore(url) };
}
