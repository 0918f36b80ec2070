import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Document } from '@vehicle-lookup/selectors/document';

/** What a release changed, as scripts/version.ts records it in spec/changes/. */
interface ReleaseRecord {
  version: string;
  changes: { impact: string; operations: string[]; what: string; next: string }[];
}

const IMPACTS: Readonly<Record<string, string>> = { major: '**Breaking.** ', minor: '', patch: '' };
/** What a change about no operation, or about all of them, stands under. */
const ALL = 'All operations';

/** Reads the records of all releases, the latest first; none before the first release. */
export function readRecords(directory: string): ReleaseRecord[] {
  if (!existsSync(directory)) return [];
  const names = readdirSync(directory).filter((name) => name.endsWith('.json'));
  const records = names.map((name) => JSON.parse(readFileSync(join(directory, name), 'utf8')) as ReleaseRecord);
  return records.sort((a, b) => b.version.localeCompare(a.version, 'en', { numeric: true }));
}

/** Adds what each release changed to the introduction: by operation, with what a caller has to do. Texts alone are left out. */
export function withChanges(document: Document, records: readonly ReleaseRecord[]): Document {
  const sections = records.map(releaseText).filter((text) => text !== '');
  if (sections.length === 0) return document;
  const description = [document.info?.description, '## What changed', ...sections].join('\n\n');
  return { ...document, info: { ...document.info, description } };
}

function releaseText({ version, changes }: ReleaseRecord): string {
  const seen = changes.filter(({ impact }) => impact !== 'patch');
  const most = Math.max(0, ...seen.map(({ operations }) => operations.length));
  const groups = new Map<string, string[]>();
  for (const { impact, operations, what, next } of seen) {
    const names = operations.length === 0 || (most > 5 && operations.length === most) ? [ALL] : operations;
    const line = `- ${IMPACTS[impact] ?? ''}${what}${next === 'Nothing.' ? '' : ` ${next}`}`;
    for (const name of names) groups.set(name, [...(groups.get(name) ?? []), line]);
  }
  if (groups.size === 0) return '';
  return [`### ${version}`, ...[...groups].map(([name, lines]) => `*${name}*\n\n${lines.join('\n')}`)].join('\n\n');
}
