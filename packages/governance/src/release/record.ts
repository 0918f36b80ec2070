import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Change } from '../comparison/change.ts';
import type { Acknowledgement } from '../report/report.ts';

/** A change, as the record of a release keeps it. */
export type RecordedChange = Pick<
  Change,
  'code' | 'impact' | 'audience' | 'kind' | 'pointer' | 'operations' | 'what' | 'why' | 'next' | 'fingerprint'
> & { acknowledgement?: Acknowledgement };

/** What a release changed: `changes/<version>.json` beside the document. */
export interface ReleaseRecord {
  version: string;
  /** The release before it; absent for the first one. */
  since?: string;
  changes: RecordedChange[];
}

/**
 * Reads what a release changed; undefined if there is no record.
 * @param contract the directory of the document
 */
export function readRecord(contract: string, version: string): ReleaseRecord | undefined {
  const file = join(contract, 'changes', `${version}.json`);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReleaseRecord) : undefined;
}
