import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import type { DataFolder } from '../data-folder.ts';
import { migrate } from '../sqlite/migrate.ts';
import { openDatabase } from '../sqlite/open.ts';
import { catalogueMigrations } from './schema.ts';

/** Where a version lies. */
export const catalogueFile = (folder: DataFolder, version: string): string =>
  join(folder.catalogues, `${version}.sqlite`);

/** Opens a file for a writer; its tables are there afterwards, with the rows of an import that was interrupted. */
export async function createCatalogueFile(path: string): Promise<DatabaseSync> {
  const db = openDatabase(path);
  try {
    await migrate(db, catalogueMigrations);
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/** Closes a finished file: all of it lies in this one file, none in a log beside it, so it may be renamed and copied. */
export function sealCatalogueFile(db: DatabaseSync): void {
  db.exec('PRAGMA journal_mode = DELETE');
  db.close();
}
