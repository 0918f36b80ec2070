import { join } from 'node:path';
import type { DataStore } from '../data-store.ts';
import { createAccountStore } from './accounts/account-store.ts';
import { createSharedCatalogues } from './catalogue/shared-catalogues.ts';

/**
 * Accounts and usage in PostgreSQL. The catalogue is in files of this machine: its own ones, or copies of those that all
 * instances share.
 * @param files the store of a data directory
 * @param url address of the database
 * @param place directory or address of the shared versions; default: each instance has its own catalogue
 */
export function createPostgresDataStore(files: DataStore, url: string, place?: string): DataStore {
  const fetched = join(files.root, 'fetched');
  return {
    ...files,
    accounts: createAccountStore(url),
    catalogues: place ? createSharedCatalogues(files.catalogues, { url, place, fetched }) : files.catalogues,
  };
}
