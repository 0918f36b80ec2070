import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { catalogueFile } from '../catalogue/catalogue-file.ts';
import { catalogueMigrations } from '../catalogue/schema.ts';
import { openCatalogue } from '../catalogue/sqlite-catalogue.ts';
import { currentVersion } from '../catalogue/switch.ts';
import { nextWithoutCurrent } from '../catalogue/without-current.ts';
import type { DataFolder } from '../data-folder.ts';
import { unfinishedPath } from '../import/workplace.ts';
import { checkDatabase } from './database.ts';
import { type Finding, ok, RESTORE, warning, wrong } from './finding.ts';

/** Checks the catalogue that answers, and looks for what imports left behind. */
export async function checkCatalogue(folder: DataFolder): Promise<Finding[]> {
  return [...(await checkCurrent(folder)), ...checkUnfinished(folder), ...checkStrangers(folder)];
}

async function checkCurrent(folder: DataFolder): Promise<Finding[]> {
  const version = await currentVersion(folder);
  if (version === undefined) {
    const next = nextWithoutCurrent(folder);
    if (next === undefined) return [warning('catalogue', NONE_YET, IMPORT)];
    return [wrong('catalogue', `${folder.current} is missing: no catalogue answers`, next)];
  }
  const path = catalogueFile(folder, version);
  if (!existsSync(path)) {
    const text = `${folder.current} names a version whose file is missing, ${path}`;
    return [wrong('catalogue', text, `run \`import FILE\`, or ${RESTORE}`)];
  }
  return checkDatabase('catalogue', path, catalogueMigrations, (db) => checkContent(db, path, version));
}

const NONE_YET = 'there is no catalogue yet: nothing is found, and the service is not ready';
const IMPORT = 'run `import FILE`; in a new folder, `serve` loads the demonstration catalogue';

function checkContent(db: DatabaseSync, path: string, version: string): Finding[] {
  openCatalogue(path, version).close();
  const count = (table: string): number => Number(db.prepare(`SELECT count(*) n FROM ${table}`).get()?.n);
  const vehicles = count('vehicle');
  const text = `version ${version}: ${vehicles} vehicles, ${count('brand')} brands`;
  return vehicles > 0 ? [ok('catalogue', text)] : [warning('catalogue', text, 'run `import FILE`')];
}

function checkUnfinished(folder: DataFolder): Finding[] {
  const path = unfinishedPath(folder);
  if (!existsSync(path)) return [];
  const next = 'if none runs now, run `import FILE --resume`, or import anew';
  return [warning('import', `${path}: an import is running, or was left unfinished`, next)];
}

/** Files that neither the service nor an import would have left there. */
function checkStrangers(folder: DataFolder): Finding[] {
  const known = /^(current|[^.].*\.sqlite)(-wal|-shm|-journal)?$/;
  const files = existsSync(folder.catalogues) ? readdirSync(folder.catalogues) : [];
  return files
    .filter((file) => !known.test(file))
    .map((file) => warning('catalogue', `${join(folder.catalogues, file)} is of no use here`, 'remove it'));
}
