import { existsSync, readdirSync, rmSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { openDatabase } from '../../database/sqlite/database.ts';
import { migrate } from '../../database/sqlite/migrate.ts';
import { catalogueMigrations } from './catalogue-migrations.ts';

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

/** The next step if no catalogue is current. */
export function nextWithoutCurrent(directory: DataDirectory): string {
  const files = catalogueFiles(directory);
  const newest = files
    .filter((file) => file !== DRAFT)
    .sort()
    .at(-1);
  if (newest === undefined) {
    return (
      'Run `import FILE`. If there was a catalogue, mount its volume, or restore the latest backup into an empty directory; ' +
      'to try the service with invented vehicles, run `serve --demo` on a new directory'
    );
  }
  const name = basename(newest, '.sqlite');
  return `To use the newest one, run \`echo ${name} > ${directory.current}\`; or run \`import FILE\``;
}

/** Opens a file for writing and makes its tables; rows of an interrupted import stay. */
export function openForWriting(path: string): DatabaseSync {
  const db = openDatabase(path);
  try {
    migrate(db, catalogueMigrations);
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
