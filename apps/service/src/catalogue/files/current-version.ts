import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { printableJson, UserError } from '@vehicle-lookup/toolkit/command-line';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { CatalogueError } from '../catalogue.ts';
import { catalogueFile, draftFile } from './catalogue-files.ts';

/** Valid version names, which are also file names. */
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * Returns the current version; undefined in a directory without a catalogue.
 * @throws CatalogueError if the file does not contain a version name. Invalid content is never used as a path
 */
export async function currentVersion(directory: DataDirectory): Promise<string | undefined> {
  const version = await readName(directory.current);
  if (version === undefined || isVersion(directory, version)) return version;
  throw new CatalogueError(directory.current, `expected a version name, got ${shownText(version)}`, {
    next: 'Run `catalogue list`, then `catalogue switch VERSION`',
  });
}

/** Returns the current version; undefined if `catalogue/current` is missing or invalid, which an import repairs. */
export const readableCurrent = (directory: DataDirectory): Promise<string | undefined> =>
  currentVersion(directory).catch(() => undefined);

/** Returns the previously current version; undefined if it is unknown or does not exist. */
export async function previousVersion(directory: DataDirectory): Promise<string | undefined> {
  const version = await readName(directory.previous);
  return version !== undefined && isVersion(directory, version) ? version : undefined;
}

async function readName(file: string): Promise<string | undefined> {
  try {
    return (await readFile(file, 'utf8')).trim();
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Returns whether a string is a version name. A draft's name also has this format, but a draft is unfinished. */
const isVersion = (directory: DataDirectory, text: string): boolean =>
  VERSION.test(text) && catalogueFile(directory, text) !== draftFile(directory);

/** Returns the file of an imported version. @throws UserError if the file does not exist */
export function versionFile(directory: DataDirectory, version: string): string {
  const file = catalogueFile(directory, version);
  if (isVersion(directory, version) && existsSync(file)) return file;
  throw new UserError(
    `${directory.catalogues}: this version does not exist, so no change was made. To see all versions, run: catalogue list`,
  );
}

const shownText = (text: string): string =>
  text === '' ? 'nothing' : printableJson(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/**
 * Makes a version current; a running service detects the switch within a second. All data are on disk before the switch, and the
 * switch is a rename, so that one of the two versions is current after a power failure. If the version is already current, there
 * is no change.
 * @throws UserError if the version does not exist
 */
export async function switchTo(directory: DataDirectory, version: string): Promise<void> {
  const file = versionFile(directory, version);
  const before = await readableCurrent(directory);
  if (before === version) return;
  await flush(file);
  await flush(directory.catalogues);
  if (before !== undefined) await replaceName(directory.previous, before);
  await replaceName(directory.current, version);
  await flush(directory.catalogues);
}

async function replaceName(file: string, version: string): Promise<void> {
  const next = `${file}.${process.pid}.next`;
  try {
    await writeFile(next, `${version}\n`, { flush: true });
    await rename(next, file);
  } catch (error) {
    await rm(next, { force: true });
    throw error;
  }
}

async function flush(path: string): Promise<void> {
  await using handle = await open(path);
  await handle.sync();
}
