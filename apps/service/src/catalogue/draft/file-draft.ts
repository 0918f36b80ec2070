import { existsSync, renameSync } from 'node:fs';
import { basename } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { type DataDirectory, makeDirectories, rejectOtherUsers } from '../../data-directory/data-directory.ts';
import { type OpenDatabaseOptions, openDatabase, pathOf } from '../../database/sqlite/database.ts';
import { storageError, withStorageErrors } from '../../database/sqlite/storage-errors.ts';
import type { CatalogueDraft, ImportState } from '../catalogue-draft.ts';
import {
  catalogueFile,
  catalogueFiles,
  draftFile,
  openForWriting,
  removeDatabase,
  sealCatalogueFile,
} from '../files/catalogue-files.ts';
import { readableCurrent, switchTo } from '../files/current-version.ts';
import { byMoment, isImported, labelOf, versionName } from '../version-name.ts';
import { catalogueChecksum } from './catalogue-writer.ts';
import { createImportTable, EntryLoader, newImportState, readImportState, writeImportState } from './entry-loader.ts';
import { isImportRunning, lockImports } from './import-lock.ts';

/**
 * The cache, in KiB, holds a usual batch. A draft has no readers, so it needs no log (WAL): with a rollback journal each new
 * page is written once, and a checkpoint is on the disk when its transaction ends.
 */
const PRAGMAS = 'PRAGMA cache_size = -65536; PRAGMA journal_mode = TRUNCATE';

/** In a temporary file of SQLite that disappears with the process. */
export async function temporaryDraft(directory: DataDirectory): Promise<CatalogueDraft> {
  const db = openForWriting('');
  return createDraft(directory, db, startImport(db), () => {});
}

/** See CatalogueStore. */
export async function newDraft(directory: DataDirectory, label?: string): Promise<CatalogueDraft> {
  rejectOtherUsers(directory);
  makeDirectories(directory);
  return withLock(directory, async () => {
    removeDatabase(draftFile(directory));
    const db = openForWriting(draftFile(directory));
    return { db, state: startImport(db, label) };
  });
}

type CheckState = (state: ImportState) => Promise<unknown>;

/** See CatalogueStore. */
export async function resumeDraft(directory: DataDirectory, check: CheckState): Promise<CatalogueDraft> {
  if (!existsSync(directory.catalogues)) throw nothingToResume(directory);
  rejectOtherUsers(directory);
  return withLock(directory, async () => {
    const path = draftFile(directory);
    if (!existsSync(path)) await takeBackFinished(directory, check);
    const db = openDatabase(path);
    const state = readImportState(db);
    if (state) return { db, state };
    // It was killed before its first checkpoint.
    db.close();
    throw nothingToResume(directory);
  });
}

/** Opens a draft while no other import runs in the directory, until it is closed. */
async function withLock(
  directory: DataDirectory,
  open: () => Promise<{ db: DatabaseSync; state: ImportState }>,
): Promise<CatalogueDraft> {
  const unlock = lockImports(directory);
  try {
    const { db, state } = await open();
    return createDraft(directory, db, state, unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function createDraft(
  directory: DataDirectory,
  db: DatabaseSync,
  state: ImportState,
  unlock: () => void,
): CatalogueDraft {
  const path = pathOf(db);
  db.exec(PRAGMAS);
  let loader: EntryLoader | undefined;
  /** Runs `work` in the transaction that the next checkpoint ends. */
  const inBatch = async <T>(work: (loader: EntryLoader) => T): Promise<T> =>
    withStorageErrors(path, () => {
      loader ??= new EntryLoader(db);
      if (!db.isTransaction) db.exec('BEGIN IMMEDIATE');
      return work(loader);
    });
  let previous: string | undefined;

  return {
    state,
    add: (entries) => inBatch((loader) => loader.add(entries)),
    addWaiting: () => inBatch((loader) => loader.addWaiting()),
    complete: () => inBatch((loader) => loader.complete()),
    checkpoint: () =>
      inBatch(() => {
        writeImportState(db, state);
        db.exec('COMMIT');
      }),
    checksum: async () => catalogueChecksum(db),
    async publish() {
      try {
        sealCatalogueFile(db);
        previous = await readableCurrent(directory);
        renameSync(draftFile(directory), catalogueFile(directory, state.version));
        await switchTo(directory, state.version);
      } catch (error) {
        throw storageError(directory.catalogues, error);
      }
    },
    async removeOldVersions() {
      // If no version was current, any of them may have been the one.
      if (previous === undefined) return;
      for (const version of importedVersions(directory)) {
        if (version !== state.version && version !== previous) removeDatabase(catalogueFile(directory, version));
      }
    },
    async discard() {
      const file = db.location();
      db.close();
      if (file) removeDatabase(file);
    },
    async close() {
      if (db.isOpen) db.close();
      unlock();
    },
  };
}

/** If the newest version is newer than the current one, its import was killed right before the switch. */
async function takeBackFinished(directory: DataDirectory, check: CheckState): Promise<void> {
  const newest = importedVersions(directory).at(-1);
  const current = (await readableCurrent(directory)) ?? '';
  if (newest === undefined || byMoment(newest, current) < 0 || newest === current) throw nothingToResume(directory);
  const path = catalogueFile(directory, newest);
  const state = readDraftState(path, { readOnly: true });
  if (!state) throw nothingToResume(directory);
  // Check before the file loses its name: if nobody knows which version was current, it may be this one.
  await check(state);
  // A journal that its draft has left would be worked into this file.
  removeDatabase(draftFile(directory));
  renameSync(path, draftFile(directory));
}

function readDraftState(path: string, options?: OpenDatabaseOptions): ImportState | undefined {
  const db = openDatabase(path, options);
  try {
    return readImportState(db);
  } finally {
    db.close();
  }
}

const nothingToResume = ({ catalogues }: DataDirectory): UserError =>
  new UserError(`${catalogues}: there is no interrupted import to resume. Start it without --resume`);

function startImport(db: DatabaseSync, label?: string): ImportState {
  try {
    createImportTable(db);
    const state = newImportState(versionName(label));
    writeImportState(db, state);
    return state;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Versions that imports made, oldest first; a file with another name belongs to the operator. */
const importedVersions = (directory: DataDirectory): string[] =>
  catalogueFiles(directory)
    .map((file) => basename(file, '.sqlite'))
    .filter(isImported)
    .sort(byMoment);

/** See CatalogueStore. */
export function isEmptyBut(directory: DataDirectory, label: string): boolean {
  if (existsSync(directory.current)) return false;
  const files = catalogueFiles(directory);
  if (files.length === 0) return true;
  if (isImportRunning(directory)) return false;
  const draft = draftFile(directory);
  return files.every((file) =>
    file === basename(draft) ? isAbandoned(draft, label) : labelOf(basename(file, '.sqlite')) === label,
  );
}

/** A draft without a state was killed before its first checkpoint: nobody can resume it. */
function isAbandoned(draft: string, label: string): boolean {
  const state = readDraftState(draft);
  return state === undefined || labelOf(state.version) === label;
}
