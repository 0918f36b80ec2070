import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { explain, UserError } from '@vehicle-lookup/toolkit/command-line';
import type { BackupFiles } from '../../catalogue/catalogue-store.ts';
import { newDraft, temporaryDraft } from '../../catalogue/draft/draft.ts';
import { openCatalogueSource } from '../../catalogue/files/catalogue-source.ts';
import { catalogueBackup, catalogueVersions, fileEntry } from '../../catalogue/files/catalogue-versions.ts';
import { currentVersion } from '../../catalogue/files/current-version.ts';
import { examineCatalogue } from '../../catalogue/files/examine-catalogue.ts';
import { type DataDirectory, dataDirectory } from '../../data-directory/data-directory.ts';
import { examineDirectory, noDirectory } from '../../data-directory/examine-directory.ts';
import { type DoctorFinding, wrong } from '../../database/finding.ts';
import { openDatabase } from '../../database/sqlite/database.ts';
import { withStorageErrors } from '../../database/sqlite/storage-errors.ts';
import type { DataStore } from '../data-store.ts';
import { createAccountStore } from './account-store.ts';
import { examineAccounts, hasAccounts } from './examine-accounts.ts';

/** All stores in SQLite files of one directory. */
export function createSqliteDataStore(root: string): DataStore {
  const directory = dataDirectory(root);
  return {
    root,
    accounts: createAccountStore(directory),
    catalogues: {
      currentVersion: () => currentVersion(directory),
      openSource: (events) => openCatalogueSource(directory, events),
      ...catalogueVersions(directory),
      backupFiles: () => catalogueBackup(directory),
      newDraft: async () => newDraft(directory),
      temporaryDraft: async () => temporaryDraft(directory),
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
    ...(await orFinding('catalogue', () => examineCatalogue(directory, hasAccounts(directory)))),
  ];
}

/** A check that fails to run is a finding, too. */
const orFinding = (what: string, check: () => Promise<DoctorFinding[]>): Promise<DoctorFinding[]> =>
  check().catch((error: unknown) => [wrong(what, explain(error), 'fix this, then run doctor again')]);

export const ACCOUNTS_FILE = 'accounts.sqlite';

/** True for the names in a backup; nothing else is unpacked, and nothing outside the directory. */
export const isBackupFile = (name: string): boolean =>
  name === ACCOUNTS_FILE || /^catalogue\/(current|[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.sqlite(\.sha256)?)$/.test(name);

/** Accounts and the current catalogue, with the names that they have in a data directory. */
export async function backupFiles(
  directory: DataDirectory,
  scratch: string,
  destination: string,
): Promise<BackupFiles> {
  const { root, accounts } = directory;
  if (!existsSync(accounts)) {
    throw new UserError(`${root} holds no accounts.sqlite; give the service's data directory with --data-dir`);
  }
  const copy = join(scratch, 'accounts.sqlite');
  copyDatabase(accounts, copy, destination);
  const { catalogue, files } = await catalogueBackup(directory);
  return { catalogue, files: [await fileEntry('accounts.sqlite', copy), ...files] };
}

/** Copies one consistent state, also while a service writes: SQLite copies within a read transaction. */
function copyDatabase(path: string, copy: string, destination: string): void {
  const db = openDatabase(path, { readOnly: true });
  try {
    withStorageErrors(`${path}, copied to ${destination}`, () => db.prepare('VACUUM INTO ?').run(copy));
  } finally {
    db.close();
  }
}
