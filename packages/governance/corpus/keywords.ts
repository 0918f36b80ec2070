import type { Document } from '@vehicle-lookup/document';
import type { ExpectedRating } from './read-case.ts';

/*
 * A case for each keyword of OpenAPI and JSON Schema, in one document with one operation a case: what narrows a set of values, what
 * writes the same set in another way, and what other parts of an operation mean. One comparison rates them all.
 */

type Part = Record<string, unknown>;
type Schema = Part | boolean;

/** A change of one operation, and how it has to be rated. */
export interface KeywordCase {
  name: string;
  base: Part;
  revision: Part;
  /** `harmless`: minor or patch; nobody is broken. `same`: nothing, or a patch. */
  verdict: ExpectedRating['verdict'] | 'harmless' | 'same';
}

const text = { type: 'string' };
const number = { type: 'number' };
const list = { type: 'array', items: text };
const object = { type: 'object', properties: { a: text } };
const pet = { $ref: '#/components/schemas/Pet' };

/** Fewer values are right with the second schema than with the first. */
const NARROWED: readonly (readonly [keyword: string, wide: Schema, narrow: Schema])[] = [
  ['type', { type: ['string', 'integer'] }, text],
  ['type, from any', {}, text],
  ['integer', number, { type: 'integer' }],
  ['enum', text, { ...text, enum: ['a', 'b'] }],
  ['enum, fewer', { enum: ['a', 'b'] }, { enum: ['a'] }],
  ['const', text, { ...text, const: 'a' }],
  ['multipleOf', number, { ...number, multipleOf: 2 }],
  ['multipleOf, of the multiple', { ...number, multipleOf: 2 }, { ...number, multipleOf: 6 }],
  ['minimum', number, { ...number, minimum: 1 }],
  ['maximum', { ...number, maximum: 5 }, { ...number, maximum: 4 }],
  ['exclusiveMinimum', { ...number, minimum: 1 }, { ...number, exclusiveMinimum: 1 }],
  ['exclusiveMaximum', number, { ...number, exclusiveMaximum: 1 }],
  ['minLength', text, { ...text, minLength: 1 }],
  ['maxLength', { ...text, maxLength: 9 }, { ...text, maxLength: 8 }],
  ['pattern', text, { ...text, pattern: '^a' }],
  ['format', text, { ...text, format: 'date' }],
  ['minItems', list, { ...list, minItems: 1 }],
  ['maxItems', list, { ...list, maxItems: 3 }],
  ['uniqueItems', list, { ...list, uniqueItems: true }],
  ['items', { type: 'array' }, list],
  ['items, narrower', list, { type: 'array', items: { ...text, maxLength: 3 } }],
  ['prefixItems', { type: 'array' }, { type: 'array', prefixItems: [text] }],
  ['contains', list, { ...list, contains: { const: 'a' } }],
  ['minContains', { ...list, contains: text }, { ...list, contains: text, minContains: 2 }],
  ['maxContains', { ...list, contains: text }, { ...list, contains: text, maxContains: 2 }],
  ['unevaluatedItems', { type: 'array' }, { type: 'array', unevaluatedItems: false }],
  ['required', object, { ...object, required: ['a'] }],
  ['minProperties', object, { ...object, minProperties: 1 }],
  ['maxProperties', object, { ...object, maxProperties: 1 }],
  ['propertyNames', object, { ...object, propertyNames: { maxLength: 3 } }],
  ['patternProperties', object, { ...object, patternProperties: { '^b': text } }],
  ['dependentRequired', object, { ...object, dependentRequired: { a: ['b'] } }],
  ['dependentSchemas', object, { ...object, dependentSchemas: { a: { required: ['b'] } } }],
  ['unevaluatedProperties', object, { ...object, unevaluatedProperties: false }],
  ['additionalProperties', object, { ...object, additionalProperties: false }],
  ['additionalProperties, a schema', object, { ...object, additionalProperties: number }],
  ['a property that becomes false', object, { ...object, properties: { a: false } }],
  ['a property of a property', { properties: { a: object } }, { properties: { a: { ...object, minProperties: 1 } } }],
  ['not', text, { ...text, not: { const: 'a' } }],
  ['not, of more', { ...text, not: { maxLength: 2 } }, { ...text, not: { maxLength: 3 } }],
  ['not, another pattern', { ...text, not: { pattern: '^a$' } }, { ...text, not: { pattern: '^a' } }],
  // biome-ignore-start lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  ['if and then', text, { ...text, if: { const: 'a' }, then: { minLength: 2 } }],
  ['then', { if: { type: 'string' }, then: {} }, { if: { type: 'string' }, then: { minLength: 2 } }],
  // biome-ignore-end lint/suspicious/noThenProperty: it is a keyword of JSON Schema
  ['allOf, one more', { allOf: [object] }, { allOf: [object, { minProperties: 1 }] }],
  ['anyOf', {}, { anyOf: [text, { type: 'object' }] }],
  ['anyOf, a member less', { anyOf: [text, list, object] }, { anyOf: [text, list] }],
  ['anyOf, a narrower member', { anyOf: [text, list] }, { anyOf: [{ ...text, maxLength: 3 }, list] }],
  ['a keyword beside a reference', pet, { ...pet, minProperties: 2 }],
  [
    'members called like annotations',
    { type: 'object', properties: { title: text, description: text } },
    { type: 'object', properties: { title: { ...text, maxLength: 3 }, description: text } },
  ],
];

/** Both schemas allow the same values. */
const SAME: readonly (readonly [name: string, one: Schema, other: Schema])[] = [
  ['a list of one type', text, { type: ['string'] }],
  ['the order of types', { type: ['string', 'null'] }, { type: ['null', 'string'] }],
  ['an integer is a number', number, { type: ['number', 'integer'] }],
  ['enum of one', { const: 'a' }, { enum: ['a'] }],
  ['the order of an enum', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }],
  ['allOf of one', object, { allOf: [object] }],
  ['allOf of one reference', pet, { allOf: [pet] }],
  ['allOf of one reference with a text', { ...pet, description: 'A pet.' }, { allOf: [pet], description: 'A pet.' }],
  [
    'allOf of objects',
    { type: 'object', properties: { a: text, b: number }, required: ['a', 'b'] },
    {
      allOf: [
        { ...object, required: ['a'] },
        { type: 'object', properties: { b: number }, required: ['b'] },
      ],
    },
  ],
  [
    'allOf of ranges',
    { ...number, minimum: 2, maximum: 4 },
    {
      allOf: [
        { ...number, minimum: 2 },
        { minimum: 1, maximum: 4 },
      ],
    },
  ],
  [
    'allOf with a reference',
    { type: 'object', required: ['name', 'a'], properties: { name: text, a: text } },
    { allOf: [pet, { ...object, required: ['a'] }] },
  ],
  ['a reference and its target', pet, { type: 'object', required: ['name'], properties: { name: text } }],
  ['anyOf of one', object, { anyOf: [object] }],
  ['oneOf of one', pet, { oneOf: [pet] }],
  ['oneOf and anyOf of other types', { oneOf: [text, object] }, { anyOf: [text, object] }],
  ['oneOf and anyOf with a reference', { oneOf: [text, pet] }, { anyOf: [text, pet] }],
  ['anyOf of types', { type: ['string', 'null'] }, { anyOf: [text, { type: 'null' }] }],
  ['the order of anyOf', { anyOf: [text, object] }, { anyOf: [object, text] }],
  ['true and the empty schema', { properties: { a: true } }, { properties: { a: {} } }],
  ['false and not', { properties: { a: false } }, { properties: { a: { not: {} } } }],
  ['minLength 0', text, { ...text, minLength: 0 }],
  ['minItems 0', list, { ...list, minItems: 0 }],
  ['minProperties 0', object, { ...object, minProperties: 0 }],
  [
    'the order of required',
    { properties: { a: text, b: text }, required: ['a', 'b'] },
    { properties: { a: text, b: text }, required: ['b', 'a'] },
  ],
  ['required []', object, { ...object, required: [] }],
  ['uniqueItems false', list, { ...list, uniqueItems: false }],
  ['additionalProperties true', object, { ...object, additionalProperties: true }],
  ['deprecated false', text, { ...text, deprecated: false }],
  ['readOnly false', text, { ...text, readOnly: false }],
  ['a range of whole numbers', { type: 'integer', minimum: 1 }, { type: 'integer', exclusiveMinimum: 0 }],
  ['a pattern written in another way', { ...text, pattern: '^\\d+$' }, { ...text, pattern: '^[0-9]+$' }],
  ['a comment', text, { ...text, $comment: 'a text' }],
  ['a description', text, { ...text, description: 'A text.' }],
];

const parameter = { name: 'q', in: 'query', schema: text };
const withParameter = (more: Part): Part => ({ parameters: [{ ...parameter, ...more }] });
const withReply = (more: Part): Part => ({ responses: { 200: { description: 'Found.', ...more } } });
const header = (more: Part): Part => withReply({ headers: { A: { schema: text, ...more } } });
const body = (schema: Schema) => ({ content: { 'application/json': { schema } } });

/** Other parts of an operation. */
const OTHERS: readonly (readonly [name: string, base: Part, revision: Part, verdict: KeywordCase['verdict']])[] = [
  ['style of a query', withParameter({}), withParameter({ style: 'form' }), 'same'],
  ['explode of a query', withParameter({}), withParameter({ explode: true }), 'same'],
  [
    'style and explode of a query',
    withParameter({ style: 'pipeDelimited', explode: false }),
    withParameter({ style: 'pipeDelimited' }),
    'same',
  ],
  ['another style', withParameter({}), withParameter({ style: 'spaceDelimited' }), 'major'],
  ['another explode', withParameter({}), withParameter({ explode: false }), 'major'],
  ['allowReserved false', withParameter({}), withParameter({ allowReserved: false }), 'same'],
  ['allowEmptyValue withdrawn', withParameter({ allowEmptyValue: true }), withParameter({}), 'major'],
  ['required false', withParameter({}), withParameter({ required: false }), 'same'],
  ['required', withParameter({}), withParameter({ required: true }), 'major'],
  ['not required any more', withParameter({ required: true }), withParameter({}), 'harmless'],
  ['deprecated false of a parameter', withParameter({}), withParameter({ deprecated: false }), 'same'],
  ['a default', withParameter({}), withParameter({ schema: { ...text, default: 'a' } }), 'major'],
  [
    'a default of what was required',
    withParameter({ required: true }),
    withParameter({ schema: { ...text, default: 'a' } }),
    'harmless',
  ],
  ['a new parameter with a default', {}, withParameter({ schema: { ...text, default: 'a' } }), 'minor'],
  ['a default in a reply', withReply(body(text)), withReply(body({ ...text, default: 'a' })), 'patch'],
  ['a parameter with content', withParameter({}), { parameters: [{ name: 'q', in: 'query', ...body(text) }] }, 'major'],
  ['a header that may be missing', header({ required: true }), header({}), 'major'],
  ['a header that is always there', header({}), header({ required: true }), 'harmless'],
  ['a new header', withReply({}), header({}), 'harmless'],
  ['required false of a header', header({}), header({ required: false }), 'same'],
  ['a link removed', withReply({ links: { next: { operationId: 'a link removed' } } }), withReply({}), 'harmless'],
  ['a link added', withReply({}), withReply({ links: { next: { operationId: 'a link added' } } }), 'harmless'],
  [
    'a body that may be left out',
    { requestBody: { required: true, ...body(text) } },
    { requestBody: body(text) },
    'harmless',
  ],
  [
    'a body that must be sent',
    { requestBody: body(text) },
    { requestBody: { required: true, ...body(text) } },
    'major',
  ],
  ['security as at the root', {}, { security: [{ token: [] }] }, 'same'],
  ['no security', {}, { security: [] }, 'harmless'],
  ['other security', {}, { security: [{ other: [] }] }, 'major'],
  [
    'a request that no longer reads a member',
    { requestBody: body({ ...object, properties: { a: text, b: text } }) },
    { requestBody: body(object) },
    'harmless',
  ],
  [
    'a member of a request that becomes readOnly',
    { requestBody: body(object) },
    { requestBody: body({ properties: { a: { ...text, readOnly: true } } }) },
    'major',
  ],
  [
    'a member of a reply that becomes writeOnly',
    withReply(body(object)),
    withReply(body({ ...object, properties: { a: { ...text, writeOnly: true } } })),
    'major',
  ],
  [
    'another property tells forms apart',
    withReply(body({ anyOf: [pet, object], discriminator: { propertyName: 'name' } })),
    withReply(body({ anyOf: [pet, object], discriminator: { propertyName: 'kind' } })),
    'major',
  ],
  [
    'a member of a oneOf that takes more, so that a value is of two',
    {
      parameters: [
        {
          ...parameter,
          schema: {
            oneOf: [
              { type: 'integer', maximum: 10 },
              { type: 'integer', minimum: 20 },
            ],
          },
        },
      ],
    },
    {
      parameters: [
        {
          ...parameter,
          schema: {
            oneOf: [
              { type: 'integer', maximum: 30 },
              { type: 'integer', minimum: 20 },
            ],
          },
        },
      ],
    },
    'major',
  ],
  [
    'another media type',
    withReply({ content: { 'text/csv': {} } }),
    withReply({ content: { 'text/plain': {} } }),
    'major',
  ],
  [
    'one more media type',
    withReply({ content: { 'text/csv': {} } }),
    withReply({ content: { 'text/csv': {}, 'text/plain': {} } }),
    'harmless',
  ],
];

const inBoth = (
  name: string,
  [one, other]: [Schema, Schema],
  [sent, read]: KeywordCase['verdict'][],
): KeywordCase[] => [
  {
    name: `sent: ${name}`,
    base: { requestBody: body(one) },
    revision: { requestBody: body(other) },
    verdict: sent ?? 'none',
  },
  { name: `read: ${name}`, base: withReply(body(one)), revision: withReply(body(other)), verdict: read ?? 'none' },
];

/** Every case; fewer values in a request are breaking, and more in a reply. */
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
