import { type CaseSchema, list, number, object, pet, text } from './parts.ts';

/** Pairs of schemas that accept the same values. */
export const SAME: readonly (readonly [name: string, one: CaseSchema, other: CaseSchema])[] = [
  ['a type list with one type', text, { type: ['string'] }],
  ['the order of types', { type: ['string', 'null'] }, { type: ['null', 'string'] }],
  ['an integer is a number', number, { type: ['number', 'integer'] }],
  ['enum with one value', { const: 'a' }, { enum: ['a'] }],
  ['the order of an enum', { enum: ['a', 'b'] }, { enum: ['b', 'a'] }],
  ['allOf with one schema', object, { allOf: [object] }],
  ['allOf with one reference', pet, { allOf: [pet] }],
  ['allOf with a described reference', { ...pet, description: 'A pet.' }, { allOf: [pet], description: 'A pet.' }],
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
  ['anyOf with one schema', object, { anyOf: [object] }],
  ['oneOf with one schema', pet, { oneOf: [pet] }],
  ['oneOf and anyOf with different types', { oneOf: [text, object] }, { anyOf: [text, object] }],
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
  ['an integer range', { type: 'integer', minimum: 1 }, { type: 'integer', exclusiveMinimum: 0 }],
  ['a pattern in a different notation', { ...text, pattern: '^\\d+$' }, { ...text, pattern: '^[0-9]+$' }],
  ['a comment', text, { ...text, $comment: 'a text' }],
  ['a description', text, { ...text, description: 'A text.' }],
  [
    'additionalProperties true in a field, and unevaluatedProperties false in its parent',
    { properties: { a: object }, unevaluatedProperties: false },
    { properties: { a: { ...object, additionalProperties: true } }, unevaluatedProperties: false },
  ],
  [
    'unevaluatedProperties and additionalProperties of a plain object',
    { ...object, unevaluatedProperties: false },
    { ...object, additionalProperties: false },
  ],
  [
    'allOf within unevaluatedProperties false',
    { ...object, required: ['a'], unevaluatedProperties: false },
    { allOf: [object, { required: ['a'] }], unevaluatedProperties: false },
  ],
  [
    'unevaluatedProperties with additionalProperties',
    { ...object, additionalProperties: number },
    { ...object, additionalProperties: number, unevaluatedProperties: false },
  ],
];
