import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import type { DatabaseSync } from 'node:sqlite';
import { measure, recordedChecksum } from '../catalogue/files/catalogue-checksum.ts';
import {
  catalogueFile,
  catalogueFiles,
  draftFile,
  isCatalogueFile,
  nextWithoutCurrent,
} from '../catalogue/files/catalogue-files.ts';
import { currentVersion } from '../catalogue/files/current-version.ts';
import { openCatalogue } from '../catalogue/files/open-catalogue.ts';
import { isDemonstration } from '../catalogue/version-name.ts';
import { isFilterWhole } from '../catalogue/vin/vin-filter.ts';
import type { DataDirectory } from '../data-directory/data-directory.ts';
import { examineDatabaseFile, RESTORE } from './database-file.ts';
import { type DoctorFinding, ok, warning, wrong } from './finding.ts';

/**
 * Checks the current catalogue, and finds files that imports left behind.
 * @param hasAccounts if true, a missing catalogue is reported as lost; a new data directory has no catalogue yet
 */
export async function examineCatalogue(directory: DataDirectory, hasAccounts: boolean): Promise<DoctorFinding[]> {
  return [...(await examineCurrent(directory, hasAccounts)), ...examineDraft(directory), ...strangeFiles(directory)];
}

async function examineCurrent(directory: DataDirectory, hasAccounts: boolean): Promise<DoctorFinding[]> {
  const version = await currentVersion(directory);
  if (version === undefined) {
    const isNew = !hasAccounts && catalogueFiles(directory).length === 0;
    const text = `${directory.current} is missing, so no catalogue is current and the service is not ready`;
    return [(isNew ? warning : wrong)('catalogue', text, nextWithoutCurrent(directory))];
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
  if (!isFilterWhole(db)) return [wrong('catalogue', `${path} is damaged, because its filter hides vehicles`, RESTORE)];
  const expected = await recordedChecksum(path);
  const got = expected && (await measure(path)).sha256;
  if (got !== expected) {
    const text = `${path} was changed after its import: expected SHA-256 ${expected}, got ${got}`;
    return [wrong('catalogue', text, `run \`import FILE\`, or ${RESTORE}`)];
  }
  const count = (table: string): number => Number(db.prepare(`SELECT count(*) n FROM ${table}`).get()?.n);
  const vehicles = count('vehicle');
  const text = `version ${version}: ${vehicles} vehicles, ${count('brand')} brands`;
  if (vehicles === 0) return [warning('catalogue', text, 'run `import FILE`')];
  if (!isDemonstration(version)) return [ok('catalogue', text)];
  return [warning('catalogue', `${text}; this is the demonstration with invented vehicles`, 'run `import FILE`')];
}

function examineDraft(directory: DataDirectory): DoctorFinding[] {
  const path = draftFile(directory);
  if (!existsSync(path)) return [];
  const next = 'if no import is running, run the import again';
  return [warning('import', `${path}: an import is running, or was interrupted`, next)];
}

/** Returns a warning for each file that does not belong to the service or an import. */
function strangeFiles({ catalogues }: DataDirectory): DoctorFinding[] {
  const files = existsSync(catalogues) ? readdirSync(catalogues) : [];
  return files
    .filter((file) => !isCatalogueFile(file))
    .map((file) => warning('catalogue', `${join(catalogues, file)} is not used`, 'remove the file'));
}
