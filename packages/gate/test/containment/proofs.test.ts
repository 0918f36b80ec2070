import { expect, test } from 'vitest';
import { reference, type WithinOptions, within } from './within.ts';

// Pairs of schemas in which the first accepts a value that the second rejects and that a search may miss.
const text = { type: 'string' };
const object = (more: object) => ({ type: 'object', ...more });
const array = (more: object) => ({ type: 'array', ...more });
const noFieldOf = (type: string) => ({ not: { additionalProperties: { not: { type } } } });

test.each<[string, unknown, unknown]>([
  [
    'a long name that matches a pattern',
    object({ patternProperties: { '^x-': {} }, additionalProperties: false }),
    object({ patternProperties: { '^x-': {} }, additionalProperties: false, propertyNames: { maxLength: 20 } }),
  ],
  [
    'a name of a required length that matches a pattern',
    object({ propertyNames: { minLength: 5 } }),
    object({ patternProperties: { '^x-': text } }),
  ],
  [
    'a name that no other keyword contains',
    object({ propertyNames: { pattern: '^[a-c]{3}$' }, additionalProperties: text }),
    object({ propertyNames: { not: { const: 'bbb' } } }),
  ],
  [
    'a repeated element after the required elements',
    array({ allOf: [{ contains: { const: 1 } }, { contains: { const: 2 } }] }),
    array({ uniqueItems: true }),
  ],
  [
    'four fields of different types',
    object({ allOf: ['string', 'number', 'boolean', 'null'].map(noFieldOf) }),
    object({ maxProperties: 0 }),
  ],
  ['more fields than a limit allows', object({ maxProperties: 100 }), object({ maxProperties: 50 })],
  [
    'more fields with names that match a pattern than a limit allows',
    object({ patternProperties: { '^[a-z]+$': text }, additionalProperties: false }),
    object({ maxProperties: 50 }),
  ],
])('the search finds %s', (_, inner, outer) => {
  expect(within(inner, outer)).toMatchObject({ is: 'value' });
});

test.each<[string, unknown, unknown, WithinOptions['components']?]>([
  ['an unknown format for a listed value', { enum: ['AB'] }, { ...text, format: 'vin' }],
  ['an unknown format in a listed object', { enum: [{ a: 'AB' }] }, { properties: { a: { format: 'vin' } } }],
  ['an unknown format for field names', object({ required: ['a'] }), { propertyNames: { format: 'vin' } }],
  ['an unknown format for elements', { const: ['AB'] }, { items: { format: 'vin' } }],
  ['an invalid pattern for a listed value', { const: 'a' }, { pattern: '(' }],
  ['a dangling reference with a listed value', { const: 'a' }, reference('Missing')],
  [
    'references that form a cycle',
    text,
    reference('A'),
    { A: reference('B'), B: { ...reference('A'), description: 'Again.' } },
  ],
  ['an odd integer above the exact integers', { ...integers(0), multipleOf: 1 }, { ...integers(0), multipleOf: 2 }],
  ['a number with many decimal places', { multipleOf: 1.5e-9, minimum: 1.1e-9, maximum: 1.7e-9 }, { minimum: 1.6e-9 }],
  ['two dangling references', { $dynamicRef: '#one' }, { $dynamicRef: '#other' }],
])('the search gives up on %s', (_, inner, outer, components = {}) => {
  expect(within(inner, outer, { components }).is).toBe('gave up');
});

function integers(from: number) {
  return { type: 'integer', minimum: 2 ** 53 + from, maximum: 2 ** 53 + from + 2 };
}

test('an undecidable condition has the same result on both sides', () => {
  const listed = { enum: ['a'], format: 'vin' };
  expect(within(listed, { enum: ['a', 'b'], format: 'vin' })).toEqual({ is: 'within' });
  expect(within({ enum: ['a', 'b'], format: 'vin' }, { enum: ['a'] }).is).toBe('gave up');
  expect(within({ enum: [{ a: 'x' }] }, { not: { properties: { a: { format: 'vin' } }, required: ['b'] } })).toEqual({
    is: 'within',
  });
});

test.each<[string, unknown, unknown]>([
  ['an object without a schema', { meta: {} }, { meta: { properties: { x: text } } }],
  ['an object that names no field', { meta: object({}) }, { meta: object({ properties: { x: text } }) }],
])('in a closed comparison, %s allows all fields', (_, inner, outer) => {
  const verdict = within(object({ properties: inner }), object({ properties: outer }), { isClosed: true });
  expect(verdict).toMatchObject({ is: 'value', value: { meta: { x: null } } });
});

test('in a closed comparison, a schema on both sides may contain the fields that it names', () => {
  const S = object({
    required: ['c'],
    properties: { c: object({ required: ['x'], properties: { x: text } }) },
  });
  const verdict = within({ anyOf: [S, text] }, { not: S }, { isClosed: true });
  expect(verdict).toMatchObject({ is: 'value', value: { c: { x: expect.any(String) } } });
});
