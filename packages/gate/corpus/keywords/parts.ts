import type { ExpectedRating } from '../read-case.ts';

/** The expected rating of a case. `harmless`: minor or patch, because no program breaks. `same`: no change or patch. */
export type KeywordVerdict = ExpectedRating['verdict'] | 'harmless' | 'same';

/** A part of an OpenAPI document in a case. */
export type CaseNode = Record<string, unknown>;
export type CaseSchema = CaseNode | boolean;

export const text: CaseNode = { type: 'string' };
export const number: CaseNode = { type: 'number' };
export const list: CaseNode = { type: 'array', items: text };
export const object: CaseNode = { type: 'object', properties: { a: text } };
/** A reference to the `Pet` component of the document. */
export const pet: CaseNode = { $ref: '#/components/schemas/Pet' };

export const body = (schema: CaseSchema): CaseNode => ({ content: { 'application/json': { schema } } });
export const withResponse = (more: CaseNode): CaseNode => ({ responses: { 200: { description: 'Found.', ...more } } });
