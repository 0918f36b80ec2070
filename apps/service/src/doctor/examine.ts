import type { DataFolder } from '../data-folder.ts';
import { explain } from '../explain.ts';
import { checkAccounts } from './accounts.ts';
import { checkCatalogue } from './catalogue.ts';
import { type Finding, wrong } from './finding.ts';
import { checkFolder, noFolder } from './folder.ts';

/** Examines a data folder without changing it; a service may run on it meanwhile. */
export async function examine(folder: DataFolder): Promise<Finding[]> {
  const found = checkFolder(folder);
  if (!found) return [noFolder(folder)];
  return [
    ...found,
    ...(await finish('accounts', () => checkAccounts(folder))),
    ...(await finish('catalogue', () => checkCatalogue(folder))),
  ];
}

/** A check that cannot be made is a finding, too. */
const finish = (what: string, check: () => Promise<Finding[]>): Promise<Finding[]> =>
  check().catch((error: unknown) => [wrong(what, explain(error), 'mend this, then run doctor again')]);
