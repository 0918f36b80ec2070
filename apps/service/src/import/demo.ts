import { fileURLToPath } from 'node:url';
import { UserError } from '@vehicle-lookup/command-line';
import type { CatalogueStore } from '../stores/data-store.ts';
import { importCatalogue } from './import.ts';
import { refusalText } from './report.ts';

/** Beside the directory of the source and of the compiled code alike. */
const DEMO = fileURLToPath(new URL('../../demo/catalogue.ndjson', import.meta.url));

/**
 * Loads the demonstration catalogue, unless there is a catalogue already, in whatever state: that one belongs to an
 * operator.
 * @returns the current version; undefined: nothing was loaded
 */
export async function importDemo(catalogues: CatalogueStore): Promise<string | undefined> {
  if (!(await catalogues.isEmpty())) return undefined;
  const report = await importCatalogue(catalogues, { file: DEMO });
  if (report.version === undefined) throw new UserError(`${DEMO}: ${refusalText(report, false)}`);
  return report.version;
}
