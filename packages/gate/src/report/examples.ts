import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { parse, stringify } from 'yaml';

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
export function exampleText({ base, reports, silent }: RuleExample): string {
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
