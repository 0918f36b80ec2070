import { existsSync } from 'node:fs';
import { open, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { printableJson, UserError } from '@vehicle-lookup/toolkit/command-line';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { CatalogueError } from '../catalogue.ts';
import { catalogueFile, draftFile } from './catalogue-files.ts';

/** It is also the name of a file. */
const VERSION = /^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/;

/**
 * The current version; undefined in a directory without a catalogue.
 * @throws CatalogueError if the file names none. Its text is never used as a path: it may be a mistake
 */
export async function currentVersion(directory: DataDirectory): Promise<string | undefined> {
  const version = await readName(directory.current);
  if (version === undefined || isVersion(directory, version)) return version;
  throw new CatalogueError(directory.current, `expected the name of a version, got ${shownText(version)}`, {
    next: 'Run `catalogue list`, then `catalogue switch VERSION`',
  });
}

/** undefined: there is none, or the file names none; an import repairs that. */
export const readableCurrent = (directory: DataDirectory): Promise<string | undefined> =>
  currentVersion(directory).catch(() => undefined);

/** The version that was current before the current one; undefined: none was, or it is not known. */
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

/** The name of a draft also has the form of a version, but a draft is unfinished. */
const isVersion = (directory: DataDirectory, text: string): boolean =>
  VERSION.test(text) && catalogueFile(directory, text) !== draftFile(directory);

/** The file of an imported version. @throws UserError if it does not exist */
export function versionFile(directory: DataDirectory, version: string): string {
  const file = catalogueFile(directory, version);
  if (isVersion(directory, version) && existsSync(file)) return file;
  throw new UserError(
    `${directory.catalogues}: this version does not exist; no change was made. To see all versions, run: catalogue list`,
  );
}

const shownText = (text: string): string =>
  text === '' ? 'nothing' : printableJson(text.length > 60 ? `${text.slice(0, 60)}…` : text);

/**
 * Makes a version the current one; a running service notices within a second. Everything is on disk before the switch,
 * and the switch is a rename: whenever the power fails, one of the two versions is current. If it is current already, nothing
 * changes.
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
