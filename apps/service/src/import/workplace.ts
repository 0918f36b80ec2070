import { existsSync, renameSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { catalogueFile, createCatalogueFile, sealCatalogueFile } from '../catalogue/catalogue-file.ts';
import { currentVersion, switchTo } from '../catalogue/switch.ts';
import { catalogueFiles } from '../catalogue/without-current.ts';
import { type DataFolder, prepareFolder } from '../data-folder.ts';
import { openDatabase } from '../sqlite/open.ts';
import { storageError } from '../sqlite/storage-error.ts';
import { UserError } from '../user-error.ts';
import { lockImports } from './lock.ts';
import { createRunTable, newRun, type RunState, readRun, writeRun } from './run.ts';
import { StoppedError } from './stopped-error.ts';

interface Opened {
  db: DatabaseSync;
  state: RunState;
}

/** A catalogue that is being loaded. */
export interface Workplace extends Opened {
  /** Ends the work; another import may begin. */
  close(): void;
}

/** One name for all: so there is at most one to resume. */
const UNFINISHED = 'next.importing.sqlite';

export const unfinishedPath = (folder: DataFolder): string => join(folder.catalogues, UNFINISHED);

/** KiB: a batch of usual size, so that it is written once. */
const CACHE = 'PRAGMA cache_size = -65536';

/** In a temporary file of SQLite's own that vanishes with the process: nothing is written to the data folder. */
export async function scratchWorkplace(): Promise<Workplace> {
  const work = prepare(await createCatalogueFile(''));
  return { ...work, close: () => work.db.close() };
}

/**
 * Starts anew; an import that was left unfinished is thrown away.
 * @throws UserError when another import runs
 */
export async function newWorkplace(folder: DataFolder): Promise<Workplace> {
  prepareFolder(folder);
  return alone(folder, async () => {
    discardUnfinished(folder);
    return prepare(await createCatalogueFile(unfinishedPath(folder)));
  });
}

/**
 * Goes on where an import was left.
 * @param check throws where the import was of another file; nothing has changed then
 * @throws UserError when there is none, or another import runs
 */
export async function leftWorkplace(folder: DataFolder, check: Check): Promise<Workplace> {
  if (!existsSync(folder.catalogues)) throw nothingLeft(folder);
  return alone(folder, async () => {
    const path = unfinishedPath(folder);
    if (!existsSync(path)) await takeBack(folder, check);
    const db = openDatabase(path);
    const state = readRun(db);
    db.exec(CACHE);
    if (state) return { db, state };
    // Killed before its first checkpoint.
    db.close();
    throw nothingLeft(folder);
  });
}

/** What is opened while no other import runs in the folder, and until it is closed. */
async function alone(folder: DataFolder, open: () => Promise<Opened>): Promise<Workplace> {
  const unlock = lockImports(folder);
  try {
    const { db, state } = await open();
    const close = () => {
      if (db.isOpen) db.close();
      unlock();
    };
    return { db, state, close };
  } catch (error) {
    unlock();
    throw error;
  }
}

/** A version that is newer than the one that answers was killed right before the switch. */
async function takeBack(folder: DataFolder, check: Check): Promise<void> {
  const newest = versions(folder).at(-1);
  if (newest === undefined || newest <= ((await currentVersion(folder)) ?? '')) throw nothingLeft(folder);
  const path = catalogueFile(folder, newest);
  const state = readFinished(path);
  if (!state) throw nothingLeft(folder);
  // Before it loses its name: it may be the one that answered, where nobody knows which did.
  await check(state);
  renameSync(path, unfinishedPath(folder));
}

type Check = (state: RunState) => Promise<unknown>;

function readFinished(path: string): RunState | undefined {
  const db = openDatabase(path, { readOnly: true });
  try {
    return readRun(db);
  } finally {
    db.close();
  }
}

const nothingLeft = (folder: DataFolder): UserError =>
  new UserError(`${folder.catalogues}: there is no unfinished import to resume. Start it without --resume`);

/** Removes an unfinished import, whatever state it is in; it is closed, and no other runs. */
export const discardUnfinished = (folder: DataFolder): void => removeDatabase(unfinishedPath(folder));

/**
 * Makes a loaded catalogue the one that answers; keeps the version that answered until now, and none of the older ones
 * that were imported. Where nobody knows which answered, all are kept.
 * @throws StoppedError when the disk is full or fails
 */
export async function publish(folder: DataFolder, { db, state }: Opened): Promise<void> {
  const previous = await makeCurrent(folder, { db, state }).catch((error: unknown) => {
    throw new StoppedError(storageError(folder.catalogues, error), state.line);
  });
  if (previous === undefined) return;
  for (const version of versions(folder)) {
    if (version !== state.version && version !== previous) removeDatabase(catalogueFile(folder, version));
  }
}

/** @returns the version that answered until now */
async function makeCurrent(folder: DataFolder, { db, state }: Opened): Promise<string | undefined> {
  sealCatalogueFile(db);
  const previous = await currentVersion(folder);
  renameSync(unfinishedPath(folder), catalogueFile(folder, state.version));
  await switchTo(folder, state.version);
  return previous;
}

/** Versions in the folder that imports made, oldest first; a file of another name is somebody else's. */
const versions = (folder: DataFolder): string[] =>
  catalogueFiles(folder)
    .map((file) => basename(file, '.sqlite'))
    .filter((version) => VERSION.test(version))
    .sort();

function prepare(db: DatabaseSync): Opened {
  try {
    db.exec(CACHE);
    createRunTable(db);
    const state = newRun(newVersion());
    writeRun(db, state);
    return { db, state };
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Names sort by time: 20261120T171259123Z. */
const VERSION = /^\d{8}T\d{9}Z$/;
const newVersion = (): string => new Date().toISOString().replaceAll(/[-:.]/g, '');

function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
