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
  /** Version of the current catalogue; undefined: there is none. */
  catalogue: string | undefined;
  /** What earlier backups to this file have left: they were killed, or are still running. */
  leftovers: string[];
}

/**
 * Writes accounts and the current catalogue into one tar archive with the layout of a data directory. A service may run
 * meanwhile. The file appears complete or not at all, and an existing file is never replaced.
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
    // A failed write does not name its file.
    throw Object.assign(error as Error, { path });
  }
}

/** In the directory of the file, because only there a link to it is sure to work. It contains user names. */
const scratchPrefix = (file: string): string => join(dirname(file), `.${basename(file)}.partial-`);

function scratchDirectories(file: string): string[] {
  const prefix = scratchPrefix(file);
  const paths = readdirSync(dirname(file)).map((name) => join(dirname(file), name));
  return paths.filter((path) => path.startsWith(prefix));
}

const existing = (file: string): UserError =>
  new UserError(`${file} exists and is not replaced; choose another name, or remove it`);

/** Never replaces a file. Once it resolves, the file survives a crash. @returns its size */
async function moveIntoPlace(archive: string, file: string): Promise<number> {
  try {
    // Unlike a rename, a link fails if the file was created meanwhile; some file systems (FAT, SMB) have no links.
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
