import type { Document } from '@vehicle-lookup/openapi';
import { NARROWED } from './keywords/narrowed.ts';
import { OTHERS } from './keywords/operations.ts';
import { body, type CaseNode, type CaseSchema, type KeywordVerdict, text, withResponse } from './keywords/parts.ts';
import { SAME } from './keywords/same.ts';

/*
 * A case for each keyword of OpenAPI and JSON Schema, in one document with one operation a case: what narrows a set of values, what
 * writes the same set in another way, and what other parts of an operation mean. One comparison rates them all.
 */

/** A change of one operation, and how it has to be rated. */
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
    name: `sent: ${name}`,
    base: { requestBody: body(one) },
    revision: { requestBody: body(other) },
    verdict: sent ?? 'none',
  },
  {
    name: `read: ${name}`,
    base: withResponse(body(one)),
    revision: withResponse(body(other)),
    verdict: read ?? 'none',
  },
];

/** Every case; fewer values in a request are breaking, and more in a response. */
export const keywordCases: KeywordCase[] = [
  ...NARROWED.flatMap(([name, wide, narrow]) => [
    ...inBoth(`${name}, narrower`, [wide, narrow], ['major', 'harmless']),
    ...inBoth(`${name}, wider`, [narrow, wide], ['harmless', 'major']),
  ]),
  ...SAME.flatMap(([name, one, other]) => [
    ...inBoth(name, [one, other], ['same', 'same']),
    ...inBoth(`${name}, the other way round`, [other, one], ['same', 'same']),
  ]),
  ...OTHERS.map(([name, base, revision, verdict]) => ({ name, base, revision, verdict })),
];

/** The document with the operations of all cases, each named by its case. */
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
