import type { Document } from '@vehicle-lookup/openapi';
import { NARROWED } from './keywords/narrowed.ts';
import { OTHERS } from './keywords/operations.ts';
import { body, type CaseNode, type CaseSchema, type KeywordVerdict, text, withResponse } from './keywords/parts.ts';
import { SAME } from './keywords/same.ts';

/*
 * Cases for each keyword of OpenAPI and JSON Schema: narrower sets of values, different notations for the same set, and changes to other
 * parts of an operation. All cases are in one document with one operation per case, and a single comparison rates them.
 */

/** A change to one operation and its expected rating. */
export interface KeywordCase {
  name: string;
  base: CaseNode;
  revision: CaseNode;
  verdict: KeywordVerdict;
}

const inBoth = (
  name: string,
  [one, other]: [CaseSchema, CaseSchema],
  [sent, read]: KeywordVerdict[],
): KeywordCase[] => [
  {
    name: `request: ${name}`,
    base: { requestBody: body(one) },
    revision: { requestBody: body(other) },
    verdict: sent ?? 'none',
  },
  {
    name: `response: ${name}`,
    base: withResponse(body(one)),
    revision: withResponse(body(other)),
    verdict: read ?? 'none',
  },
];

/** All cases. Fewer values are breaking in a request, and more values are breaking in a response. */
export const keywordCases: KeywordCase[] = [
  ...NARROWED.flatMap(([name, wide, narrow]) => [
    ...inBoth(`${name}, narrower`, [wide, narrow], ['major', 'harmless']),
    ...inBoth(`${name}, wider`, [narrow, wide], ['harmless', 'major']),
  ]),
  ...SAME.flatMap(([name, one, other]) => [
    ...inBoth(name, [one, other], ['same', 'same']),
    ...inBoth(`${name}, in reverse`, [other, one], ['same', 'same']),
  ]),
  ...OTHERS.map(([name, base, revision, verdict]) => ({ name, base, revision, verdict })),
];

/** Returns the document with one operation per case, named after the case. */
export function keywordDocument(side: 'base' | 'revision'): Document {
  const key = { type: 'http', scheme: 'bearer' };
  return {
    openapi: '3.1.0',
    info: { title: 'Keywords', version: '1.0.0' },
    security: [{ token: [] }],
    paths: Object.fromEntries(
      keywordCases.map(({ name, [side]: own }, index) => [
        `/${index}`,
        { post: { operationId: name, responses: { 200: { description: 'Found.' } }, ...own } },
      ]),
    ),
    components: {
      securitySchemes: { token: key, other: key },
      schemas: { Pet: { type: 'object', required: ['name'], properties: { name: text } } },
    },
  } as unknown as Document;
}
