import { fileURLToPath } from 'node:url';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { CatalogueStore } from '../catalogue/catalogue-store.ts';
import { DEMONSTRATION, isDemonstration } from '../catalogue/version-name.ts';
import { importCatalogue } from './import.ts';
import { rejectionText } from './report.ts';

/** Path of the demonstration data, in a sibling directory of both `src` and `dist`. */
export const DEMO: string = fileURLToPath(new URL('../../demo/catalogue.ndjson', import.meta.url));

/**
 * Makes the demonstration the current catalogue of a new data directory. Files that remain from an earlier load of the
 * demonstration, which was killed, are replaced.
 * @throws UserError under the same conditions as `rejectDemo`
 */
export async function importDemo(catalogues: CatalogueStore, hasAccounts: boolean): Promise<void> {
  await rejectDemo(catalogues, hasAccounts);
  if (isDemonstration(await catalogues.currentVersion())) return;
  const report = await importCatalogue(catalogues, { file: DEMO, label: DEMONSTRATION });
  if (report.version === undefined) throw new UserError(`${DEMO}: ${rejectionText(report, false)}`);
}

/** Protects customers from invented data. @throws UserError if the data directory has a different catalogue, or has lost its catalogue */
export async function rejectDemo(catalogues: CatalogueStore, hasAccounts: boolean): Promise<void> {
  const current = await catalogues.currentVersion();
  if (isDemonstration(current)) return;
  const other = [current, ...(await catalogues.versions()).map(({ version }) => version)].find(
    (version) => version !== undefined && !isDemonstration(version),
  );
  if (other !== undefined) {
    throw new UserError(
      `--demo: this data directory has the catalogue ${other}, which the demonstration does not replace. Start without --demo`,
    );
  }
  if (hasAccounts) {
    throw new UserError(
      '--demo: this data directory has accounts but no catalogue, so the catalogue was lost. Restore the latest backup into ' +
        'an empty directory, or run `import FILE`. To see the demonstration, use a different --data-dir',
    );
  }
}
