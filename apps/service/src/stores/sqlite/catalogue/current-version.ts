import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { UserError } from '@vehicle-lookup/command-line';
import type { DataDirectory } from '../data-directory.ts';
import { catalogueFile } from './catalogue-files.ts';

/** It is also the name of a file. */
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/** The current version; undefined in a directory without a catalogue. */
export async function currentVersion(directory: DataDirectory): Promise<string | undefined> {
  try {
    return (await readFile(directory.current, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/**
 * Makes a version the current one; a running service notices within a second. Everything is on disk before the switch,
 * and the switch is a rename: whenever the power fails, one of the two versions is current.
 * @throws UserError if the version does not exist
 */
export async function switchTo(directory: DataDirectory, version: string): Promise<void> {
  const file = catalogueFile(directory, version);
  if (!VERSION.test(version) || !existsSync(file)) {
    throw new UserError(
      `${file}: this catalogue does not exist; ${directory.current} was not changed. Import it first`,
    );
  }
  await flush(file);
  await flush(directory.catalogues);
  const next = `${directory.current}.${process.pid}.next`;
  try {
    await writeFile(next, `${version}\n`, { flush: true });
    await rename(next, directory.current);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
  await flush(directory.catalogues);
}

async function flush(path: string): Promise<void> {
  const handle = await open(path);
  try {
    await handle.sync();
  } finally {
    await handle.close();
  }
}
