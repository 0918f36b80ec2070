import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { openDatabase, writeTransaction } from '../../database/sqlite/database.ts';
import { CATALOGUE_TABLES } from './catalogue-migrations.ts';

/** The draft's file has the same name for all imports, so there is at most one to resume. */
const DRAFT = 'next.importing.sqlite';

/** The file of a version. */
export const catalogueFile = (directory: DataDirectory, version: string): string =>
  join(directory.catalogues, `${version}.sqlite`);

/** The file that an import fills; it is renamed when it is published. */
export const draftFile = (directory: DataDirectory): string => join(directory.catalogues, DRAFT);

/** Names of all catalogue files: versions, and the draft. */
export const catalogueFiles = ({ catalogues }: DataDirectory): string[] =>
  existsSync(catalogues) ? readdirSync(catalogues).filter((file) => file.endsWith('.sqlite')) : [];

/** True for files that belong in the directory of catalogues. */
export const isCatalogueFile = (name: string): boolean =>
  /^(current|previous|[^.].*\.sqlite)(-wal|-shm|-journal)?$/.test(name);

/** The next step if there are catalogues but none of them is current; undefined if there are none. */
export function nextWithoutCurrent(directory: DataDirectory): string | undefined {
  const files = catalogueFiles(directory);
  if (files.length === 0) return undefined;
  const newest = files
    .filter((file) => file !== DRAFT)
    .sort()
    .at(-1);
  if (newest === undefined) return 'If no import is running, run `import FILE --resume`, or import again';
  const name = basename(newest, '.sqlite');
  return `To use the newest one, run \`echo ${name} > ${directory.current}\`; or run \`import FILE\``;
}

/** Opens a new file for writing and makes its tables. */
export function openForWriting(path: string): DatabaseSync {
  const db = openDatabase(path);
  try {
    writeTransaction(db, () => {
      for (const statement of CATALOGUE_TABLES) db.exec(statement);
    });
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** A file is written again if more than this part of it is free. */
const FREE_PART = 0.05;

/** Closes a finished file, without the room that its unsorted patterns took. No log remains beside it, so it can be renamed and copied. */
export function sealCatalogueFile(db: DatabaseSync): void {
  const pages = (which: string) => Number(db.prepare(`PRAGMA ${which}`).get()?.[which]);
  if (pages('freelist_count') > FREE_PART * pages('page_count')) db.exec('VACUUM');
  db.exec('PRAGMA journal_mode = DELETE');
  db.close();
}

/** Removes a database with the files that SQLite keeps beside it. */
export function removeDatabase(path: string): void {
  for (const suffix of ['', '-wal', '-shm', '-journal']) rmSync(path + suffix, { force: true });
}
