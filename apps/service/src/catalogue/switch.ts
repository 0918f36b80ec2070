import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import type { DataFolder } from '../data-folder.ts';
import { UserError } from '../user-error.ts';
import { catalogueFile } from './catalogue-file.ts';

/** Also a file's name. */
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The version that answers; undefined in a folder without a catalogue. */
export async function currentVersion(folder: DataFolder): Promise<string | undefined> {
  try {
    return (await readFile(folder.current, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Lets a version answer from now on; a running service sees it within a second. Before the switch everything is on
 * disk, and the switch is a rename: whenever the power fails, one version or the other answers.
 * @throws UserError when there is no such version
 */
export async function switchTo(folder: DataFolder, version: string): Promise<void> {
  const file = catalogueFile(folder, version);
  if (!VERSION.test(version) || !existsSync(file)) {
    throw new UserError(`${file}: no such catalogue, so ${folder.current} was left as it is. Import one first`);
  }
  await flush(file);
  await flush(folder.catalogues);
  const next = `${folder.current}.${process.pid}.next`;
  try {
    await writeFile(next, `${version}\n`, { flush: true });
    await rename(next, folder.current);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  await flush(folder.catalogues);
}

async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
