import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { catalogueFile, draftFile, isCatalogueFile, nextWithoutCurrent } from '../catalogue/files/catalogue-files.ts';
import { currentVersion } from '../catalogue/files/current-version.ts';
import { openCatalogue } from '../catalogue/files/open-catalogue.ts';
import { isDemonstration } from '../catalogue/version-name.ts';
import { isFilterWhole } from '../catalogue/vin/vin-filter.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { examineDatabaseFile, RESTORE } from './database-file.ts';
import { type DoctorFinding, ok, warning, wrong } from './finding.ts';

const NONE_YET = 'there is no catalogue yet: nothing is found, and the service is not ready';
const IMPORT = 'run `import FILE`; in a new directory, `serve` loads the demonstration catalogue';

/** Checks the current catalogue, and looks for what imports left behind. */
export async function examineCatalogue(directory: DataDirectory): Promise<DoctorFinding[]> {
  return [...(await examineCurrent(directory)), ...examineDraft(directory), ...strangeFiles(directory)];
}

async function examineCurrent(directory: DataDirectory): Promise<DoctorFinding[]> {
  const version = await currentVersion(directory);
  if (version === undefined) {
    const next = nextWithoutCurrent(directory);
    if (next === undefined) return [warning('catalogue', NONE_YET, IMPORT)];
    return [wrong('catalogue', `${directory.current} is missing: no catalogue is current`, next)];
  }
  const path = catalogueFile(directory, version);
  if (!existsSync(path)) {
    const text = `${directory.current} names a version whose file is missing, ${path}`;
    return [wrong('catalogue', text, `run \`import FILE\`, or ${RESTORE}`)];
  }
  return examineDatabaseFile('catalogue', path, (db) => examineContent(db, path, version));
}

async function examineContent(db: DatabaseSync, path: string, version: string): Promise<DoctorFinding[]> {
  await openCatalogue(path, version).close();
  if (!isFilterWhole(db)) return [wrong('catalogue', `${path} is damaged: its filter hides vehicles`, RESTORE)];
  const count = (table: string): number => Number(db.prepare(`SELECT count(*) n FROM ${table}`).get()?.n);
  const vehicles = count('vehicle');
  const text = `version ${version}: ${vehicles} vehicles, ${count('brand')} brands`;
  if (vehicles === 0) return [warning('catalogue', text, 'run `import FILE`')];
  if (!isDemonstration(version)) return [ok('catalogue', text)];
  return [warning('catalogue', `${text}; this is the demonstration: invented vehicles`, 'run `import FILE`')];
}

function examineDraft(directory: DataDirectory): DoctorFinding[] {
  const path = draftFile(directory);
  if (!existsSync(path)) return [];
  const next = 'if no import is running, run `import FILE --resume`, or import again';
  return [warning('import', `${path}: an import is running, or was interrupted`, next)];
}

/** Files that neither the service nor an import leaves there. */
function strangeFiles({ catalogues }: DataDirectory): DoctorFinding[] {
  const files = existsSync(catalogues) ? readdirSync(catalogues) : [];
  return files
    .filter((file) => !isCatalogueFile(file))
    .map((file) => warning('catalogue', `${join(catalogues, file)} is not used here`, 'remove it'));
}
