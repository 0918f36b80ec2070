import { fileURLToPath } from 'node:url';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { DEMONSTRATION } from '../catalogue/version-name.ts';
import { importCatalogue, rejectionText } from './import.ts';

/** Beside the directory of the source and of the compiled code alike. */
export const DEMO: string = fileURLToPath(new URL('../../demo/catalogue.ndjson', import.meta.url));

/**
 * Loads the demonstration catalogue, unless there is a catalogue already, even an unfinished one: it belongs to an
 * operator. What an earlier, killed load of the demonstration left is replaced.
 * @returns the version that it became; undefined: nothing was loaded
 */
export async function importDemo(catalogues: CatalogueStore): Promise<string | undefined> {
  if (!(await catalogues.isEmptyBut(DEMONSTRATION))) return undefined;
  const report = await importCatalogue(catalogues, { file: DEMO, label: DEMONSTRATION });
  if (report.version === undefined) throw new UserError(`${DEMO}: ${rejectionText(report, false)}`);
  return report.version;
}
