import { fileURLToPath } from 'node:url';
import { catalogueFiles } from '../catalogue/without-current.ts';
import type { DataFolder } from '../data-folder.ts';
import { UserError } from '../user-error.ts';
import { importCatalogue } from './import.ts';
import { refusalText } from './report.ts';

/** Beside the source's folder and beside the compiled one alike. */
const DEMO = fileURLToPath(new URL('../../demo/catalogue.ndjson', import.meta.url));

/**
 * Loads the demonstration catalogue and lets it answer, unless the folder holds a catalogue, in whatever state: that is
 * an operator's.
 * @returns the version that answers now; undefined: nothing was loaded
 */
export async function importDemo(folder: DataFolder): Promise<string | undefined> {
  if (catalogueFiles(folder).length > 0) return undefined;
  const report = await importCatalogue({ folder, file: DEMO });
  if (report.version === undefined) throw new UserError(`${DEMO}: ${refusalText(report, false)}`);
  return report.version;
}
