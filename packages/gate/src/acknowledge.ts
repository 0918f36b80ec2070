import { basename } from 'node:path';
import { isDay } from '@vehicle-lookup/openapi';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { CheckOptions } from './check.ts';
import { compare } from './comparison/compare.ts';
import { lastDay, MOST_DAYS, readAcknowledgements, writeAcknowledgement } from './release/acknowledgements.ts';
import { baseOf, readRepository } from './release/repository.ts';
import type { Acknowledgement } from './report/report.ts';
import { rules } from './rules/index.ts';

/**
 * Accepts a breaking change by writing `acknowledged/<fingerprint>.yaml` next to the document.
 * @returns the path of the file
 * @throws UserError when no breaking change has the fingerprint, the change is already acknowledged, or the date is invalid
 */
export async function acknowledge(
  fingerprint: string,
  text: Acknowledgement,
  options: Omit<CheckOptions, 'branch' | 'codeChanges'>,
): Promise<string> {
  const { today } = options;
  const { expires } = text;
  if (!isDay(expires)) throw new UserError('--expires: expected a date such as 2030-01-31');
  if (expires < today || expires > lastDay(today)) {
    throw new UserError(`--expires: expected a date from ${today} to ${lastDay(today)} (at most ${MOST_DAYS} days)`);
  }
  const repository = readRepository(options.cwd, options.document);
  const base = baseOf(repository, options.base);
  if (!base) throw new UserError('before the first release, no change is breaking, so no acknowledgement is needed');
  const changes = await compare(base, repository.revision, rules, today);
  const breaking = changes.filter(({ impact }) => impact === 'major');
  const change = breaking.find((one) => one.fingerprint === fingerprint);
  if (!change) {
    const known = breaking.map((one) => one.fingerprint).join(', ') || 'none';
    throw new UserError(`no breaking change since ${base.name} has this fingerprint; known fingerprints: ${known}`);
  }
  const earlier = readAcknowledgements(repository.contract, today).all.find((one) => one.fingerprint === fingerprint);
  if (earlier)
    throw new UserError(
      `${basename(earlier.file)} already acknowledges this change until ${earlier.expires}; remove it first`,
    );
  return writeAcknowledgement(repository.contract, change, text);
}
