import { describe, expect, test } from 'vitest';
import { NARROWED } from '../../corpus/keywords/narrowed.ts';
import type { CaseSchema } from '../../corpus/keywords/parts.ts';
import { SAME } from '../../corpus/keywords/same.ts';
import { Containment } from '../../src/containment/containment.ts';
import { PET, reference, within } from './within.ts';

const WITHIN = { is: 'within' };
const text = { type: 'string' };

describe('the keyword cases', () => {
  test.each(NARROWED)(
    '%s: the narrow schema is within the wide schema, but not the other way round',
    (_, wide, narrow) => {
      expect(within(narrow, wide)).toMatchObject({ is: 'within' });
      expect(within(wide, narrow)).toMatchObject({ is: 'value' });
    },
  );

  test.each(SAME)('%s: each schema is within the other', (_, one: CaseSchema, other: CaseSchema) => {
    expect([within(one, other), within(other, one)]).toEqual([WITHIN, WITHIN]);
  });
});

describe('patterns', () => {
  const VIN = '^[A-HJ-NPR-Z0-9]{8,17}$';
  test.each([
    [{ pattern: VIN }, { pattern: '^[A-HJ-NPR-Za-z0-9]{8,17}$' }, 'within', 'value'],
    [{ pattern: VIN }, { pattern: '^[0-9A-HJ-NPR-Z]*$', minLength: 8, maxLength: 17 }, 'within', 'within'],
    [{ pattern: '^a' }, { pattern: 'a' }, 'within', 'value'],
    [{ pattern: '^a+$' }, { pattern: '^b+$' }, 'value', 'value'],
    [{ pattern: '^\\d{4}$' }, { pattern: '^[0-9]{4}$' }, 'within', 'within'],
    [{ pattern: '^$' }, {}, 'within', 'value'],
    [{ pattern: '^$|^[a-z]+$' }, { pattern: '^$|^[a-z]+$|^[0-9]+$' }, 'within', 'value'],
    [{ pattern: '^(?!X)a$' }, { pattern: '^a$' }, 'gave up', 'gave up'],
    [{ pattern: '^(?!X)[A-Z]+$' }, { pattern: '^[A-Z]+$' }, 'gave up', 'gave up'],
    [{ pattern: '^(\\w)\\1$' }, { pattern: '^\\w\\w$' }, 'within', 'value'],
    [{ pattern: '^(a+)\\1$' }, { pattern: '^a+$' }, 'gave up', 'value'],
    [{ pattern: 'a', maxLength: 5_000 }, { pattern: 'a' }, 'within', 'value'],
  ])('%j and %j: %s, in reverse %s', (one, other, is, reverse) => {
    const verdicts = [
      within({ ...text, ...one }, { ...text, ...other }),
      within({ ...text, ...other }, { ...text, ...one }),
    ];
    expect(verdicts.map((verdict) => verdict.is)).toEqual([is, reverse]);
  });
});

describe('formats', () => {
  test.each([
    [{ format: 'uuid' }, { format: 'uuid', maxLength: 36 }, 'within'],
    [{ format: 'uuid' }, { format: 'uuid', maxLength: 35 }, 'value'],
    [{ format: 'date' }, { format: 'date', pattern: '^\\d{4}-' }, 'within'],
    [{ format: 'date' }, { pattern: '-0[1-9]$' }, 'value'],
    [{ format: 'date-time' }, { minLength: 20 }, 'within'],
    [{ format: 'email' }, { format: 'email', minLength: 3 }, 'within'],
    [{ format: 'email' }, { format: 'idn-email' }, 'within'],
    [{ format: 'idn-email' }, { format: 'email' }, 'value'],
    [{ format: 'uri' }, { format: 'iri' }, 'within'],
    [{ format: 'ipv4' }, { maxLength: 15 }, 'within'],
    [{ format: 'ipv4' }, { format: 'hostname' }, 'within'],
    [{ pattern: '^[0-9]{4}$' }, { format: 'byte' }, 'within'],
    [{ pattern: '^[0-9]{5}$' }, { format: 'byte' }, 'value'],
    [{ pattern: '^\\d\\d:00:00Z$' }, { format: 'time' }, 'value'],
  ])('%j and %j: %s', (one, other, is) => {
    expect(within({ ...text, ...one }, { ...text, ...other }).is).toBe(is);
  });
});

test.each([
  [{ pattern: '^[a-z]+\\_v\\d$', maxLength: 40 }, { pattern: '^[a-z_]+v[0-9]$' }, 'within'],
  [{ pattern: '^a\\@b\\-c$' }, { pattern: '^a@b-c$' }, 'within'],
  [{ pattern: '^a@b-c$' }, { pattern: '^a\\@b[\\-x]c$' }, 'within'],
  [{ pattern: '^[\\w\\_]+$' }, { pattern: '^\\w+$' }, 'within'],
  [{ pattern: '^\\\\_$' }, { pattern: '^_$' }, 'value'],
])('a redundant escape does not change a pattern: %j and %j: %s', (one, other, is) => {
  expect(within({ ...text, ...one }, { ...text, ...other }).is).toBe(is);
});

test.each([
  [
    'a property `false` and `not` with `required`',
    { properties: { a: false, b: false } },
    { not: { anyOf: [{ required: ['a'] }, { required: ['b'] }] } },
  ],
  [
    '`dependentRequired` and an implication',
    { dependentRequired: { a: ['b'] } },
    { anyOf: [{ not: { required: ['a'] } }, { required: ['b'] }] },
  ],
  [
    '`if` and a choice',
    { if: { required: ['a'] }, else: { required: ['b'] } },
    { anyOf: [{ required: ['a'] }, { required: ['b'] }] },
  ],
  [
    'an inclusive and an exclusive lower bound of integers',
    { type: 'integer', minimum: 3 },
    { type: 'integer', exclusiveMinimum: 2.5 },
  ],
  [
    'a negated `contains` and a negated `items`',
    { type: 'array', not: { contains: text } },
    { type: 'array', items: { not: text } },
  ],
])('%s accept the same values', (_, one, other) => {
  const typed = [one, other].map((schema) => ({ type: 'object', ...schema }));
  expect([within(typed[0], typed[1]), within(typed[1], typed[0])]).toEqual([WITHIN, WITHIN]);
});

test('recursive schemas are compared exactly', () => {
  const tree = (name: string, more: object) => ({
    type: 'object',
    required: ['value'],
    properties: { value: { ...text, ...more }, children: { type: 'array', items: reference(name) } },
  });
  expect(within(tree('Inner', {}), tree('Outer', {}))).toEqual(WITHIN);
  expect(within(tree('Inner', { maxLength: 3 }), tree('Outer', { maxLength: 4 }))).toEqual(WITHIN);
  expect(within(tree('Inner', { maxLength: 4 }), tree('Outer', { maxLength: 3 }))).toMatchObject({ is: 'value' });
});

test('a schema that accepts no value is recognised and is within every other schema', () => {
  const nothing = { type: 'object', required: ['a'], properties: {}, additionalProperties: false };
  const source = { resolve: () => undefined };
  expect(within(nothing, { type: 'object', required: ['b'] })).toEqual(WITHIN);
  expect(new Containment().acceptsNothing({ schema: nothing, source })).toBe(true);
  expect(new Containment().acceptsNothing({ schema: PET, source })).toBe(false);
});

test('in a closed comparison, a field that only the other schema names is not sent', () => {
  const [before, after] = [
    { type: 'object', properties: { a: text } },
    { type: 'object', properties: { a: text, b: text } },
  ];
  expect(within(before, after)).toMatchObject({ is: 'value', value: { b: null } });
  expect(within(before, after, { isClosed: true })).toEqual(WITHIN);
  const open = { ...before, additionalProperties: { type: 'number' } };
  expect(within(open, after, { isClosed: true })).toMatchObject({ is: 'value', value: { b: expect.any(Number) } });
});

test.each<[string, object, object, string]>([
  ['`nullable` with `type` accepts null', text, { type: ['string', 'null'] }, 'within'],
  [
    'exclusive bounds are Boolean',
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    { type: 'number', minimum: 1 },
    'within',
  ],
  [
    'an exclusive bound is narrower',
    { type: 'number', minimum: 1 },
    { type: 'number', minimum: 1, exclusiveMinimum: true },
    'value',
  ],
  ['`nullable` without `type` has no effect', { nullable: true, minLength: 1 }, { minLength: 1 }, 'within'],
  ['keywords next to a reference are ignored', reference('Pet'), { ...reference('Pet'), required: ['age'] }, 'within'],
  ['`const` has no effect', text, { ...text, const: 'a' }, 'within'],
])('in the OpenAPI 3.0 dialect, %s', (_, inner, outer, is) => {
  expect(within(inner, outer, { dialect: 'OpenAPI 3.0' }).is).toBe(is);
});

test('in the 2020-12 dialect, `nullable` has no effect', () => {
  expect(within({ ...text, nullable: true }, text)).toEqual(WITHIN);
});

test('a search that takes too many steps always gives up after the same number of steps', () => {
  const wide = {
    type: 'object',
    properties: Object.fromEntries([...'abcdefgh'].map((name) => [name, { minLength: 1 }])),
  };
  const verdicts = [1, 2].map(() => within({ type: 'object' }, wide, { steps: 3 }));
  expect(verdicts).toEqual([1, 2].map(() => ({ is: 'gave up', why: 'the search takes too many steps' })));
});
