import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { at, type Document, deprecationOf, METHODS, members } from '@vehicle-lookup/openapi';
import { CannotRateError } from '../cannot-rate.ts';
import type { Change } from '../comparison/change.ts';
import { readJson } from '../json.ts';
import { type Acknowledgement, problem, type ReleaseProblem } from '../report/report.ts';

/** A change as stored in the record of a release. */
export type RecordedChange = Pick<
  Change,
  'code' | 'impact' | 'audience' | 'kind' | 'pointer' | 'operations' | 'what' | 'why' | 'next' | 'fingerprint'
> & { acknowledgement?: Acknowledgement };

/** Record of the changes in a release: `changes/<version>.json` next to the document. */
export interface ReleaseRecord {
  version: string;
  /** The previous release; absent for the first release. */
  since?: string;
  changes: RecordedChange[];
}

/**
 * Reads the record of a release; returns undefined if there is no record.
 * @param contract the directory of the document
 * @throws CannotRateError when the record is invalid
 */
export function readRecord(contract: string, version: string): ReleaseRecord | undefined {
  const file = join('changes', `${version}.json`);
  if (!existsSync(join(contract, file))) return undefined;
  const record = readJson(contract, file);
  if (Array.isArray(record.changes)) return record as unknown as ReleaseRecord;
  throw new CannotRateError(
    `${file}: expected a list as \`changes\`, found a different type; write the file with record-changes`,
  );
}

/**
 * Returns the dates until which a removed part had to work: the part's own date, or the date of each operation in a path item.
 * The date is undefined for an operation that was not deprecated.
 */
function announcedDays(base: Document, { kind, pointer }: Change): (string | undefined)[] {
  if (kind !== 'removed') return [];
  const node = at(base, pointer);
  const operations = members(node).filter(([method]) => METHODS.includes(method));
  return (operations.length > 0 ? operations.map(([, one]) => one) : [node]).map((one) => deprecationOf(one)?.until);
}

/** Returns whether a removal was announced and its date has passed. */
export function isAnnounced(base: Document, change: Change, today: string): boolean {
  const days = announcedDays(base, change);
  return days.length > 0 && days.every((day) => day !== undefined && day < today);
}

/** Reports parts that were removed before their announced date. */
export const earlyRemovals = (base: Document, changes: readonly Change[], today: string): ReleaseProblem[] =>
  changes.flatMap((change) => {
    const until = announcedDays(base, change)
      .filter((day) => day !== undefined)
      .sort()
      .at(-1);
    if (until === undefined || until < today) return [];
    const what = `${change.what} It was announced as available until ${until}.`;
    return problem('removed-early', change.place.file, what, `Restore it until ${until}.`);
  });
