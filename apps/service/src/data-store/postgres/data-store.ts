import { join } from 'node:path';
import { createSharedCatalogues } from '../../catalogue/shared/shared-catalogues.ts';
import { dataDirectory } from '../../data-directory/data-directory.ts';
import { examineDataDirectory } from '../../doctor/data-directory.ts';
import { examinePostgres } from '../../doctor/postgres.ts';
import type { DataStore } from '../data-store.ts';
import { createSqliteDataStore } from '../sqlite/data-store.ts';
import { createPostgresAccountStore } from './account-store.ts';

export interface PostgresOptions {
  /** Address of the database. */
  url: string;
  /** Directory of the shared versions of the catalogue; default: each instance has its own catalogue. */
  place?: string | undefined;
}

/**
 * Accounts and usage in PostgreSQL. The catalogue is in files of this machine: its own ones, or copies of those that all
 * instances share.
 * @param root path of the data directory
 */
export function createPostgresDataStore(root: string, { url, place }: PostgresOptions): DataStore {
  const files = createSqliteDataStore(root);
  const directory = dataDirectory(root);
  const accounts = createPostgresAccountStore(url);
  const catalogues = place ? createSharedCatalogues(files.catalogues, { url, place, directory }) : files.catalogues;
  return {
    ...files,
    accounts,
    catalogues,
    examine: async () => [
      ...(await examineDataDirectory(directory, { accounts: false, catalogue: place === undefined })),
      ...(await examinePostgres(url, place)),
    ],
    async backupFiles(scratch, destination) {
      // A backup is a data directory, also for its accounts.
      const copy = createSqliteDataStore(join(scratch, 'accounts'));
      await copy.accounts.prepare();
      await copy.accounts.copyFrom(accounts);
      const [ofAccounts, ofCatalogue] = [
        await copy.backupFiles(scratch, destination),
        await catalogues.backupFiles(scratch),
      ];
      return { catalogue: ofCatalogue.catalogue, files: [...ofAccounts.files, ...ofCatalogue.files] };
    },
  };
}
