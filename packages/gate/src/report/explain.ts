import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { Explanation } from '@vehicle-lookup/toolkit/findings';
import { parse, stringify } from 'yaml';
import { byText } from '../comparison/change.ts';
import { rules } from '../rules/index.ts';

/** What can be wrong with a release, by code. */
const PROBLEMS = {
  'changeset-missing': {
    title: 'A package changed, and no changeset names it',
    text: 'The published content of a package differs from its last release, or from the branch point, and no changeset releases it. Run `pnpm exec changeset`.',
  },
  'bump-too-small': {
    title: 'A changeset asks for a smaller version than the changes need',
    text: 'A breaking change needs major, an addition minor; below 1.0.0 a breaking change needs minor. Change the bump in the changeset.',
  },
  'acknowledgement-expired': {
    title: 'An acknowledgement has expired',
    text: 'It holds until the day that `expires` gives, and for at most 90 days. Acknowledge the change again, or take it back.',
  },
  'acknowledgement-unused': {
    title: 'An acknowledgement belongs to no change',
    text: 'No breaking change has its fingerprint: the change was taken back, altered, or released. Remove the file.',
  },
  'acknowledgement-duplicate': {
    title: 'A change is acknowledged twice',
    text: 'Two files have the same fingerprint. Remove one of them.',
  },
  'acknowledgement-broken': {
    title: 'An acknowledgement cannot be read',
    text: 'The file has the name of its fingerprint and states `fingerprint`, `reason`, `owner` and `expires`. Write it with `vehicle-lookup-gate acknowledge`.',
  },
  'removed-early': {
    title: 'Something deprecated was removed before its day',
    text: 'Callers plan with the day that `x-deprecation` gives. An acknowledgement does not help: restore it until that day.',
  },
  'versions-differ': {
    title: 'Packages that share one version have different ones',
    text: 'The document, its types, operations and validators have one version, which is that of `info.version`.',
  },
  'usage-unreadable': {
    title: 'A usage file cannot be read',
    text: 'The program that it belongs to may be affected, and nobody can tell. Write the file again by the tests of the program, or remove it.',
  },
  'usage-foreign': {
    title: 'A usage file belongs to another contract',
    text: 'Its contract has another title than the document. It is left out, and nothing is rejected.',
  },
  'usage-older': {
    title: 'A usage file is older than the contract',
    text: 'It was recorded with an earlier version: what the program uses of later fields is not in it. It is used, and nothing is rejected.',
  },
} as const;

/** Every code that a report may carry, by name. */
export function explanations(): Explanation[] {
  const own = [...rules].map(([code, { title, text }]) => ({ code, title, text }));
  const problems = Object.entries(PROBLEMS).map(([code, meaning]) => ({ code, ...meaning }));
  return [...own, ...problems].sort((a, b) => byText(a.code, b.code));
}

/** The text of a code for a person: what it means, and examples of it. */
export function explanationText({ code, title, text }: Explanation): string {
  const example = readExamples()[code];
  return `${code}: ${title}\n\n${text}\n${example ? `\n${exampleText(example)}\n` : ''}`;
}

/** A part of a document; `operation`, `read` and `sent` are short for an operation, its response body and its request body. */
export type Fragment = Readonly<Record<string, unknown>>;

/** A document, a revision that a rule reports, and one that it does not report. */
export interface RuleExample {
  base: Fragment;
  reports: Fragment;
  silent: Fragment;
}

/** The examples of the rules by code. */
export function readExamples(): Record<string, RuleExample> {
  const text = readFileSync(join(import.meta.dirname, '../../examples.yaml'), 'utf8');
  return parse(text, { merge: true, maxAliasCount: -1 });
}

/** An example for a person. */
function exampleText({ base, reports, silent }: RuleExample): string {
  const part = (title: string, fragment: Fragment) =>
    `${title}\n${stringify(fragment, { aliasDuplicateObjects: false }).trimEnd().replace(/^/gm, '  ')}`;
  return [part('Before:', base), part('Reported:', reports), part('Not reported:', silent)].join('\n');
}

/** The whole document of a fragment. */
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
