import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { at, type Document, deprecationOf, METHODS, members } from '@vehicle-lookup/openapi';
import { CannotRateError } from '../cannot-rate.ts';
import type { Change } from '../comparison/change.ts';
import { readJson } from '../json.ts';
import { type Acknowledgement, problem, type ReleaseProblem } from '../report/report.ts';

/** A change, as the record of a release keeps it. */
export type RecordedChange = Pick<
  Change,
  'code' | 'impact' | 'audience' | 'kind' | 'pointer' | 'operations' | 'what' | 'why' | 'next' | 'fingerprint'
> & { acknowledgement?: Acknowledgement };

/** What a release changed: `changes/<version>.json` next to the document. */
export interface ReleaseRecord {
  version: string;
  /** The release before it; absent for the first one. */
  since?: string;
  changes: RecordedChange[];
}

/**
 * Reads what a release changed; undefined if there is no record.
 * @param contract the directory of the document
 * @throws CannotRateError when it is broken
 */
export function readRecord(contract: string, version: string): ReleaseRecord | undefined {
  const file = join('changes', `${version}.json`);
  if (!existsSync(join(contract, file))) return undefined;
  const record = readJson(contract, file);
  if (Array.isArray(record.changes)) return record as unknown as ReleaseRecord;
  throw new CannotRateError(
    `${file}: expected a list as \`changes\`, found another value; write it with record-changes`,
  );
}

/**
 * The days until which what was removed had to work: its own, or that of each operation of a path item. An operation that was
 * not deprecated has no day.
 */
function announcedDays(base: Document, { kind, pointer }: Change): (string | undefined)[] {
  if (kind !== 'removed') return [];
  const node = at(base, pointer);
  const operations = members(node).filter(([method]) => METHODS.includes(method));
  return (operations.length > 0 ? operations.map(([, one]) => one) : [node]).map((one) => deprecationOf(one)?.until);
}

/** Whether a removal was announced, and its day has passed. */
export function isAnnounced(base: Document, change: Change, today: string): boolean {
  const days = announcedDays(base, change);
  return days.length > 0 && days.every((day) => day !== undefined && day < today);
}

/** What was removed before the day that was announced. */
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
