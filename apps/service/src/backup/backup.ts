import { createWriteStream, existsSync, linkSync, readdirSync, renameSync } from 'node:fs';
import { open, stat } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { fileEntry } from '../catalogue/files/file-catalogues.ts';
import type { DataStore } from '../data-store/data-store.ts';
import { ACCOUNTS_FILE } from '../data-store/open-data-store.ts';
import { packArchive } from './archive.ts';
import { withScratchDirectory } from './scratch-directory.ts';

export interface Backup {
  file: string;
  bytes: number;
  /** Version of the current catalogue; undefined if there is no catalogue. */
  catalogue: string | undefined;
  /** Temporary directories of other backups to this file, which were killed or are still running. */
  leftovers: string[];
}

/**
 * Writes the accounts and the current catalogue to a tar archive with the layout of a data directory. The service may run during
 * the backup. The file appears only when it is complete, and an existing file is never replaced.
 * @throws UserError
 */
export async function backUp(store: DataStore, file: string): Promise<Backup> {
  if (existsSync(file)) throw existing(file);
  if (!existsSync(dirname(file))) throw new UserError(`${dirname(file)} does not exist; create this directory first`);
  const leftovers = scratchDirectories(file);
  try {
    return await withScratchDirectory(scratchPrefix(file), async (scratch) => {
      const accounts = join(scratch, ACCOUNTS_FILE);
      await store.copyAccounts(accounts, file);
      const { catalogue, files } = await store.catalogues.backupFiles(scratch);
      const content = packArchive([await fileEntry(ACCOUNTS_FILE, accounts), ...files]);
      const archive = join(scratch, 'archive');
      await pipeline(content, createWriteStream(archive, { flags: 'wx', mode: 0o600, flush: true }));
      const bytes = await moveIntoPlace(archive, file);
      return { file, bytes, catalogue, leftovers };
    });
  } catch (error) {
    if (error instanceof UserError) throw error;
    const { code, path = file } = error as NodeJS.ErrnoException;
    if (code === 'EEXIST') throw existing(file);
    // The error of a failed write does not contain the path.
    throw Object.assign(error as Error, { path });
  }
}

/** Returns a prefix in the directory of the backup file, because a link requires the same file system. */
const scratchPrefix = (file: string): string => join(dirname(file), `.${basename(file)}.partial-`);

function scratchDirectories(file: string): string[] {
  const prefix = scratchPrefix(file);
  const paths = readdirSync(dirname(file)).map((name) => join(dirname(file), name));
  return paths.filter((path) => path.startsWith(prefix));
}

const existing = (file: string): UserError =>
  new UserError(`${file} already exists and is not replaced; choose a different name, or remove the file`);

/** Moves a complete archive to its path without replacing a file. The result survives a crash. @returns the size in bytes */
async function moveIntoPlace(archive: string, file: string): Promise<number> {
  try {
    // Unlike a rename, a link fails if the file was created meanwhile. Some file systems (FAT, SMB) do not support links.
    linkSync(archive, file);
  } catch (error) {
    const { code = '' } = error as NodeJS.ErrnoException;
    if (!['EPERM', 'ENOTSUP', 'EOPNOTSUPP', 'ENOSYS'].includes(code) || existsSync(file)) throw error;
    renameSync(archive, file);
  }
  const parent = await open(dirname(file));
  await parent.sync();
  await parent.close();
  return (await stat(file)).size;
}
