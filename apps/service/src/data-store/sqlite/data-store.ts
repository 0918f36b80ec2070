import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { BackupFiles } from '../../catalogue/catalogue-store.ts';
import { isEmptyBut, newDraft, resumeDraft, temporaryDraft } from '../../catalogue/draft/file-draft.ts';
import { openCatalogueSource } from '../../catalogue/files/catalogue-source.ts';
import { catalogueBackup, catalogueVersions, fileEntry } from '../../catalogue/files/catalogue-versions.ts';
import { currentVersion } from '../../catalogue/files/current-version.ts';
import { type DataDirectory, dataDirectory } from '../../data-directory/data-directory.ts';
import { openDatabase } from '../../database/sqlite/database.ts';
import { withStorageErrors } from '../../database/sqlite/storage-errors.ts';
import { examineDataDirectory } from '../../doctor/data-directory.ts';
import type { DataStore } from '../data-store.ts';
import { createSqliteAccountStore } from './account-store.ts';

/** All stores in SQLite files of one directory. */
export function createSqliteDataStore(root: string): DataStore {
  const directory = dataDirectory(root);
  return {
    root,
    accounts: createSqliteAccountStore(directory),
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
    examine: () => examineDataDirectory(directory),
    backupFiles: (scratch, destination) => backupFiles(directory, scratch, destination),
  };
}

export const ACCOUNTS_FILE = 'accounts.sqlite';

/** True for the names in a backup; nothing else is unpacked, and nothing outside the directory. */
export const isBackupFile = (name: string): boolean =>
  name === ACCOUNTS_FILE || /^catalogue\/(current|[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.sqlite)$/.test(name);

/** Accounts and the current catalogue, with the names that they have in a data directory. */
async function backupFiles(directory: DataDirectory, scratch: string, destination: string): Promise<BackupFiles> {
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
