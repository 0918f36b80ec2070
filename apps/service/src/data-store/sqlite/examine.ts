import { explain } from '@vehicle-lookup/command-line';
import { examineCatalogue } from '../../catalogue/files/examine-catalogue.ts';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { examineDirectory, noDirectory } from '../../data-directory/examine-directory.ts';
import { type DoctorFinding, wrong } from '../../database/finding.ts';
import { examineAccounts } from './examine-accounts.ts';

/** Checks a data directory without changing it; a service may run on it meanwhile. */
export async function examine(directory: DataDirectory): Promise<DoctorFinding[]> {
  const findings = examineDirectory(directory);
  if (!findings) return [noDirectory(directory)];
  return [
    ...findings,
    ...(await orFinding('accounts', () => examineAccounts(directory))),
    ...(await orFinding('catalogue', () => examineCatalogue(directory))),
  ];
}

/** A check that fails to run is a finding, too. */
const orFinding = (what: string, check: () => Promise<DoctorFinding[]>): Promise<DoctorFinding[]> =>
  check().catch((error: unknown) => [wrong(what, explain(error), 'fix this, then run doctor again')]);
