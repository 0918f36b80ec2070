import { isEmptyBut, newDraft, resumeDraft, temporaryDraft } from '../../catalogue/draft/file-draft.ts';
import { catalogueBackup } from '../../catalogue/files/catalogue-backup.ts';
import { openCatalogueSource } from '../../catalogue/files/catalogue-source.ts';
import { catalogueVersions } from '../../catalogue/files/catalogue-versions.ts';
import { currentVersion } from '../../catalogue/files/current-version.ts';
import { dataDirectory } from '../../data-directory/data-directory.ts';
import type { DataStore } from '../data-store.ts';
import { createAccountStore } from './account-store.ts';
import { backupFiles } from './backup-files.ts';
import { examine } from './examine.ts';

/** All stores in SQLite files of one directory. */
export function createSqliteDataStore(root: string): DataStore {
  const directory = dataDirectory(root);
  return {
    root,
    accounts: createAccountStore(directory),
    catalogues: {
      currentVersion: () => currentVersion(directory),
      isEmptyBut: async (label) => isEmptyBut(directory, label),
      openSource: (events) => openCatalogueSource(directory, events),
      ...catalogueVersions(directory),
      backupFiles: () => catalogueBackup(directory),
      newDraft: (label) => newDraft(directory, label),
      resumeDraft: (check) => resumeDraft(directory, check),
      temporaryDraft: () => temporaryDraft(directory),
    },
    examine: () => examine(directory),
    backupFiles: (scratch, destination) => backupFiles(directory, scratch, destination),
  };
}
