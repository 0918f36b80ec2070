import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Explanation } from '@vehicle-lookup/toolkit/findings';
import { parse, stringify } from 'yaml';
import { byText } from '../comparison/change.ts';
import { rules } from '../rules/index.ts';

/** Explanations of release problems by code. */
const PROBLEMS = {
  'changeset-missing': {
    title: 'A package changed without a changeset',
    text: 'The published content of a package differs from its last release or from the branch point, and no changeset names the package. Run `pnpm exec changeset`.',
  },
  'bump-too-small': {
    title: 'A changeset has a smaller bump than the changes require',
    text: 'A breaking change requires a major bump, and an addition requires a minor bump. Below 1.0.0, a breaking change requires a minor bump. Change the bump in the changeset.',
  },
  'acknowledgement-expired': {
    title: 'An acknowledgement has expired',
    text: 'An acknowledgement is valid until its `expires` date, for at most 90 days. Acknowledge the change again, or revert it.',
  },
  'acknowledgement-unused': {
    title: 'An acknowledgement does not match any change',
    text: 'No breaking change has the fingerprint of the acknowledgement, because the change was reverted, altered or released. Remove the file.',
  },
  'acknowledgement-duplicate': {
    title: 'A change is acknowledged twice',
    text: 'Two files have the same fingerprint. Remove one of them.',
  },
  'acknowledgement-broken': {
    title: 'An acknowledgement cannot be read',
    text: 'The file must be named after its fingerprint and contain `fingerprint`, `code`, `what`, `reason`, `owner` and `expires`. Write it with `vehicle-lookup-gate acknowledge`.',
  },
  'removed-early': {
    title: 'A deprecated part was removed before the announced date',
    text: 'Callers plan for the date in `x-deprecation`, so an acknowledgement is not accepted. Restore the part until that date.',
  },
  'versions-differ': {
    title: 'Packages that share a version have different versions',
    text: 'The packages of the document, its types, operations and validators must all have the version in `info.version`.',
  },
  'usage-unreadable': {
    title: 'A usage file cannot be read',
    text: "The effect on the file's program is unknown. Run the program's tests to write the file again, or remove the file.",
  },
  'usage-foreign': {
    title: 'A usage file belongs to a different contract',
    text: 'The contract title in the file differs from the title of the document. The file is ignored and does not cause a rejection.',
  },
  'usage-older': {
    title: 'A usage file is older than the contract',
    text: 'The file was recorded with an earlier version of the contract and cannot list fields that were added later. The file is still used and does not cause a rejection.',
  },
} as const;

/** Returns the explanations of all codes that a report may contain, sorted by code. */
export function explanations(): Explanation[] {
  const own = [...rules].map(([code, { title, text }]) => ({ code, title, text }));
  const problems = Object.entries(PROBLEMS).map(([code, meaning]) => ({ code, ...meaning }));
  return [...own, ...problems].sort((a, b) => byText(a.code, b.code));
}

/** Returns the explanation of a code as text, with its examples. */
export function explanationText({ code, title, text }: Explanation): string {
  const example = readExamples()[code];
  return `${code}: ${title}\n\n${text}\n${example ? `\n${exampleText(example)}\n` : ''}`;
}

/** A part of a document. `operation`, `read` and `sent` are short for an operation, its response body and its request body. */
export type Fragment = Readonly<Record<string, unknown>>;

/** A document, a revision that a rule reports, and a revision that it does not report. */
export interface RuleExample {
  base: Fragment;
  reports: Fragment;
  silent: Fragment;
}

/** Reads the examples of the rules by code. */
export function readExamples(): Record<string, RuleExample> {
  const text = readFileSync(join(import.meta.dirname, '../../examples.yaml'), 'utf8');
  return parse(text, { merge: true, maxAliasCount: -1 });
}

/** Returns an example as text. */
function exampleText({ base, reports, silent }: RuleExample): string {
  const part = (title: string, fragment: Fragment) =>
    `${title}\n${stringify(fragment, { aliasDuplicateObjects: false }).trimEnd().replace(/^/gm, '  ')}`;
  return [part('Before:', base), part('Reported:', reports), part('Not reported:', silent)].join('\n');
}

/** Returns the complete document for a fragment. */
export function documentOf(fragment: Fragment): Record<string, unknown> {
  const { operation, read, sent, ...rest } = fragment;
  const body = (schema: unknown) => ({ content: { 'application/json': { schema } } });
  const get = {
    operationId: 'getThings',
    responses: { 200: { description: 'Found.', ...(read === undefined ? {} : body(read)) } },
    ...(sent === undefined ? {} : { requestBody: body(sent) }),
    ...Object(operation),
  };
  return { openapi: '3.1.0', info: { title: 'Example', version: '1.0.0' }, paths: { '/things': { get } }, ...rest };
}
