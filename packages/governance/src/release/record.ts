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

/** The file of a release, from the directory of the document. */
export const recordFile = (contract: string, version: string): string => join(contract, 'changes', `${version}.json`);

/** Reads what a release changed; undefined if there is no record. */
export function readRecord(contract: string, version: string): ReleaseRecord | undefined {
  const file = recordFile(contract, version);
  return existsSync(file) ? (JSON.parse(readFileSync(file, 'utf8')) as ReleaseRecord) : undefined;
}

/** A change for the record. */
export const recorded = (change: Change & { acknowledgement?: Acknowledgement }): RecordedChange => {
  const { code, impact, audience, kind, pointer, operations, what, why, next, fingerprint, acknowledgement } = change;
  const kept = { code, impact, audience, kind, pointer, operations, what, why, next, fingerprint };
  return acknowledgement ? { ...kept, acknowledgement } : kept;
};
