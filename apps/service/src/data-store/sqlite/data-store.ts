import { explain } from '@vehicle-lookup/toolkit/command-line';
import { isEmptyBut, newDraft, resumeDraft, temporaryDraft } from '../../catalogue/draft/file-draft.ts';
import { catalogueBackup } from '../../catalogue/files/catalogue-backup.ts';
import { openCatalogueSource } from '../../catalogue/files/catalogue-source.ts';
import { catalogueVersions } from '../../catalogue/files/catalogue-versions.ts';
import { currentVersion } from '../../catalogue/files/current-version.ts';
import { examineCatalogue } from '../../catalogue/files/examine-catalogue.ts';
import { type DataDirectory, dataDirectory } from '../../data-directory/data-directory.ts';
import { examineDirectory, noDirectory } from '../../data-directory/examine-directory.ts';
import { type DoctorFinding, wrong } from '../../database/finding.ts';
import type { DataStore } from '../data-store.ts';
import { createAccountStore } from './account-store.ts';
import { backupFiles } from './backup-files.ts';
import { examineAccounts } from './examine-accounts.ts';

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

/** Checks a data directory without changing it; a service may run on it meanwhile. */
export async function examine(directory: DataDirectory): Promise<DoctorFinding[]> {
  const findings = examineDirectory(directory);
  if (!findings) return [noDirectory(directory)];
  return [
    ...findings,
    ...(await orFinding('accounts', () => examineAccounts(directory))),
    ...(await orFinding('catalogue', () => examineCatalogue(directory))),
  ];
}

/** A check that fails to run is a finding, too. */
const orFinding = (what: string, check: () => Promise<DoctorFinding[]>): Promise<DoctorFinding[]> =>
  check().catch((error: unknown) => [wrong(what, explain(error), 'fix this, then run doctor again')]);
