import { createReadStream, existsSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { UserError } from '@vehicle-lookup/command-line';
import type { BackupFiles, StoredFile } from '../../catalogue/catalogue-store.ts';
import { catalogueFile } from '../../catalogue/files/catalogue-files.ts';
import { currentVersion } from '../../catalogue/files/current-version.ts';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { openDatabase } from '../../database/sqlite/open-database.ts';
import { withStorageErrors } from '../../database/sqlite/storage-errors.ts';

export const ACCOUNTS_FILE = 'accounts.sqlite';

/** True for the names in a backup; nothing else is unpacked, and nothing outside the directory. */
export const isBackupFile = (name: string): boolean =>
  name === ACCOUNTS_FILE || /^catalogue\/(current|[A-Za-z0-9][A-Za-z0-9._-]{0,99}\.sqlite)$/.test(name);

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

/** A version never changes once it is current, so its file is archived directly. */
export async function catalogueBackup(directory: DataDirectory): Promise<BackupFiles> {
  const version = await currentVersion(directory);
  if (version === undefined) return { catalogue: undefined, files: [] };
  const path = catalogueFile(directory, version);
  if (!existsSync(path)) throw new UserError(`${path} is missing, but catalogue/current names it; run doctor`);
  return catalogueBackupOf(version, path);
}

export async function catalogueBackupOf(version: string, path: string): Promise<BackupFiles> {
  // The text instead of the file itself, which may name another version by now.
  const current = textEntry('catalogue/current', `${version}\n`);
  return { catalogue: version, files: [await fileEntry(`catalogue/${version}.sqlite`, path), current] };
}

/** Opened now: a file that is removed meanwhile can still be read to its end. */
async function fileEntry(name: string, path: string): Promise<StoredFile> {
  const handle = await open(path);
  const { size, mtime } = await handle.stat();
  return { name, size, modified: mtime, content: createReadStream(path, { fd: handle }) };
}

function textEntry(name: string, text: string): StoredFile {
  const bytes = Buffer.from(text);
  return { name, size: bytes.length, modified: new Date(), content: Readable.from([bytes]) };
}
