import { renameSync } from 'node:fs';
import { explain, UserError } from '@vehicle-lookup/toolkit/command-line';
import { type DataDirectory, makeDirectories, rejectOtherUsers } from '../../data-directory/data-directory.ts';
import { pathOf, prepare, tryLock } from '../../database/sqlite/database.ts';
import { storageError, withStorageErrors } from '../../database/sqlite/storage-errors.ts';
import { StorageError } from '../../database/storage-error.ts';
import type { CatalogueEntry, EntryFault } from '../catalogue-entry.ts';
import { measure, recordChecksum } from '../files/catalogue-checksum.ts';
import { catalogueFile, draftFile, removeDatabase, versionNames } from '../files/catalogue-files.ts';
import { readableCurrent, switchTo } from '../files/current-version.ts';
import { isImported, versionName } from '../version-name.ts';
import { createCatalogueWriter, openForWriting } from './catalogue-writer.ts';

/** The location of a line in its file. */
export interface LinePlace {
  /** Line number, starting with 1. */
  line: number;
  /** Offset of the first byte. */
  byte: number;
}

/** An entry and its line in the imported file. */
export interface PlacedEntry extends LinePlace {
  entry: CatalogueEntry;
}

/** An entry that was not added because it contradicts other entries. */
export interface RejectedEntry extends PlacedEntry {
  fault: EntryFault;
}

export type EntryCounts = Record<`${CatalogueEntry['kind']}s`, number>;

/** A catalogue version during its import, which is invisible until it is published. */
export interface CatalogueDraft {
  readonly counts: EntryCounts;
  /**
   * Adds an entry, completely or not at all. Vehicles are added immediately. Brands, models and variants refer to each other and
   * may have any order, so they wait for `addWaiting`.
   * @returns an error if the entry is not added
   */
  add(placed: PlacedEntry): EntryFault | undefined;
  /** Adds the waiting brands, then models, then variants, each in line order. Returns the entries that were not added. */
  addWaiting(): RejectedEntry[];
  /** Makes the catalogue readable. No entries may follow. */
  complete(): void;
  /**
   * Makes a completed draft the current catalogue in one step. Of the other imported versions, only the previously current version
   * is kept.
   * @param label label of the data, used as the beginning of the version name (see version-name.ts)
   * @throws StorageError if the disk failed; the previous catalogue remains current
   */
  publish(label?: string): Promise<{ version: string; sha256: string }>;
  /** Closes the draft, and deletes it unless it was published; another import may then begin. */
  close(): Promise<void>;
}

/** Creates a draft in a temporary SQLite file, which is deleted when the process ends. */
export const temporaryDraft = (directory: DataDirectory): CatalogueDraft => createDraft(directory, '', () => {});

/** Milliseconds that an import waits for another import to end. */
const LOCK_WAIT_MS = 5_000;

/** Locks a data directory against other imports. @throws UserError if another import is running */
export function lockImports({ importLock }: DataDirectory, waitMs: number = LOCK_WAIT_MS): () => void {
  const unlock = tryLock(importLock, waitMs);
  if (unlock) return unlock;
  throw new UserError(`${importLock}: another import is running in this data directory. Wait until it has ended`);
}

/** Starts a draft and deletes an unfinished draft. */
export function newDraft(directory: DataDirectory): CatalogueDraft {
  rejectOtherUsers(directory);
  makeDirectories(directory);
  const unlock = lockImports(directory);
  try {
    removeDatabase(draftFile(directory));
    return createDraft(directory, draftFile(directory), unlock);
  } catch (error) {
    unlock();
    throw error;
  }
}

function createDraft(directory: DataDirectory, file: string, unlock: () => void): CatalogueDraft {
  const db = openForWriting(file);
  const path = pathOf(db);
  const counts: EntryCounts = { brands: 0, models: 0, variants: 0, vehicles: 0 };
  const writer = createCatalogueWriter(db);
  // Waiting entries are in the file, so that they require no memory.
  const wait = prepare(db, 'insert into unsorted.waiting (line, byte, kind, entry) values (?, ?, ?, ?)');
  const waiting = prepare<[number, number, string]>(
    db,
    'select line, byte, entry from unsorted.waiting where kind = ? order by line, rowid',
  );
  const write = ({ entry }: PlacedEntry): EntryFault | undefined => {
    const fault = writer.add(entry);
    if (!fault) counts[`${entry.kind}s`] += 1;
    return fault;
  };

  return {
    counts,
    add: (placed) =>
      withStorageErrors(path, () => {
        const { line, byte, entry } = placed;
        if (entry.kind === 'vehicle') return write(placed);
        wait.run(line, byte, entry.kind, JSON.stringify(entry));
        return undefined;
      }),
    addWaiting: () =>
      withStorageErrors(path, () => {
        const rejected: RejectedEntry[] = [];
        for (const kind of ['brand', 'model', 'variant']) {
          for (const [line, byte, json] of waiting.iterate(kind)) {
            const placed: PlacedEntry = { line, byte, entry: JSON.parse(json) };
            const fault = write(placed);
            if (fault) rejected.push({ ...placed, fault });
          }
        }
        return rejected;
      }),
    complete: () => withStorageErrors(path, () => writer.finish()),
    async publish(label) {
      const version = versionName(label);
      const target = catalogueFile(directory, version);
      const before = await readableCurrent(directory);
      let sha256: string;
      try {
        db.close();
        ({ sha256 } = await measure(file));
        await recordChecksum(target, version, sha256);
        renameSync(file, target);
        await switchTo(directory, version);
      } catch (error) {
        if ((await readableCurrent(directory)) !== version) removeDatabase(target);
        throw new StorageError('failed', directory.catalogues, explain(storageError(target, error)), error);
      }
      removeOldVersions(directory, [version, before]);
      return { version, sha256 };
    },
    async close() {
      if (db.isOpen) db.close();
      if (file !== '') removeDatabase(file);
      unlock();
    },
  };
}

/** Removes old imported versions; files with other names belong to the operator. */
function removeOldVersions(directory: DataDirectory, kept: (string | undefined)[]): void {
  // If the current version was unknown, any version may have been current.
  if (kept.includes(undefined)) return;
  for (const version of versionNames(directory).filter(isImported)) {
    if (!kept.includes(version)) removeDatabase(catalogueFile(directory, version));
  }
}
