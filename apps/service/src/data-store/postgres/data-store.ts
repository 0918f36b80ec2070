import { join } from 'node:path';
import { createSharedCatalogues } from '../../catalogue/shared/shared-catalogues.ts';
import { dataDirectory } from '../../data-directory/data-directory.ts';
import type { DataStore } from '../data-store.ts';
import { createSqliteDataStore } from '../sqlite/data-store.ts';
import { createAccountStore } from './account-store.ts';
import { examineDatabase } from './examine.ts';

export interface PostgresOptions {
  /** Address of the database. */
  url: string;
  /** Directory of the shared versions of the catalogue; default: each instance has its own catalogue. */
  place?: string | undefined;
}

/** Findings of a data directory that are about its accounts, which are not used. */
const OF_ACCOUNTS = ['accounts', 'clock'];

/**
 * Accounts and usage in PostgreSQL. The catalogue is in files of this machine: its own ones, or copies of those that all
 * instances share.
 * @param root path of the data directory
 */
export function createPostgresDataStore(root: string, { url, place }: PostgresOptions): DataStore {
  const files = createSqliteDataStore(root);
  const accounts = createAccountStore(url);
  const isShared = Boolean(place);
  const catalogues = place
    ? createSharedCatalogues(files.catalogues, { url, place, directory: dataDirectory(root) })
    : files.catalogues;
  return {
    ...files,
    accounts,
    catalogues,
    async examine() {
      const unused = isShared ? [...OF_ACCOUNTS, 'catalogue', 'import'] : OF_ACCOUNTS;
      const ofFiles = (await files.examine()).filter(({ what }) => !unused.includes(what));
      return [...ofFiles, ...(await examineDatabase(url, place))];
    },
    async backupFiles(scratch, destination) {
      // A backup is a data directory, also for its accounts.
      const copy = createSqliteDataStore(join(scratch, 'accounts'));
      await copy.accounts.prepare();
      await copy.accounts.write((add) => accounts.read(add));
      const [ofAccounts, ofCatalogue] = [
        await copy.backupFiles(scratch, destination),
        await catalogues.backupFiles(scratch),
      ];
      return { catalogue: ofCatalogue.catalogue, files: [...ofAccounts.files, ...ofCatalogue.files] };
    },
  };
}
