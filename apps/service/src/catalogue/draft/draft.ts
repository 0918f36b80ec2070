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

/** Where a line begins in its file. */
export interface LinePlace {
  /** From 1. */
  line: number;
  /** Offset of its first byte. */
  byte: number;
}

/** An entry and its line in the imported file. */
export interface PlacedEntry extends LinePlace {
  entry: CatalogueEntry;
}

/** An entry that contradicts other entries, and was not added. */
export interface RejectedEntry extends PlacedEntry {
  fault: EntryFault;
}

export type EntryCounts = Record<`${CatalogueEntry['kind']}s`, number>;

/** A version of the catalogue that is being loaded. It is invisible until it is published. */
export interface CatalogueDraft {
  readonly counts: EntryCounts;
  /**
   * Adds an entry, completely or not at all. Vehicles are added immediately. Brands, models and variants refer to each other
   * and may come in any order, so they wait for `addWaiting`.
   * @returns why the entry is not added
   */
  add(placed: PlacedEntry): EntryFault | undefined;
  /** Adds the entries that wait, in the order of their lines: brands, then models, then variants. Returns those that were not added. */
  addWaiting(): RejectedEntry[];
  /** Makes the catalogue readable. No additions may follow. */
  complete(): void;
  /**
   * Makes a completed draft the current catalogue, immediately and as a whole. Of the other imported versions, only the one
   * that was current before stays.
   * @param label what the data are; the name of the version begins with it (see version-name.ts)
   * @throws StorageError if the disk failed; the current catalogue is the one before
   */
  publish(label?: string): Promise<{ version: string; sha256: string }>;
  /** Ends the work and deletes what was not published; another import may begin. */
  close(): Promise<void>;
}

/** In a temporary file of SQLite that disappears with the process. */
export const temporaryDraft = (directory: DataDirectory): CatalogueDraft => createDraft(directory, '', () => {});

/** How long an import waits for one that is about to end, in milliseconds. */
const LOCK_WAIT_MS = 5_000;

/** Keeps other imports out of a data directory. @throws UserError if another import is running */
export function lockImports({ importLock }: DataDirectory, waitMs: number = LOCK_WAIT_MS): () => void {
  const unlock = tryLock(importLock, waitMs);
  if (unlock) return unlock;
  throw new UserError(`${importLock}: another import is running in this data directory. Wait until it has ended`);
}

/** See CatalogueStore. */
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
  // In the file, so that entries need no memory until those that they refer to are there.
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

/** Removes imported versions; a file with another name belongs to the operator. */
function removeOldVersions(directory: DataDirectory, kept: (string | undefined)[]): void {
  // If no version was current, any of them may have been the one.
  if (kept.includes(undefined)) return;
  for (const version of versionNames(directory).filter(isImported)) {
    if (!kept.includes(version)) removeDatabase(catalogueFile(directory, version));
  }
}
