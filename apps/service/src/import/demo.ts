import { fileURLToPath } from 'node:url';
import type { DataFolder } from '../data-folder.ts';
import { UserError } from '../user-error.ts';
import { importCatalogue } from './import.ts';
import { refusalText } from './report.ts';

/** Beside the source's folder and beside the compiled one alike. */
const DEMO = fileURLToPath(new URL('../../demo/catalogue.ndjson', import.meta.url));

/**
 * Loads the demonstration catalogue and lets it answer.
 * @returns the version that answers now
 */
export async function importDemo(folder: DataFolder): Promise<string> {
  const report = await importCatalogue({ folder, file: DEMO });
  if (report.version === undefined) throw new UserError(`${DEMO}: ${refusalText(report, false)}`);
  return report.version;
}
