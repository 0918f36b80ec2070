import { describe, expect, test } from 'vitest';
import { reference, within } from './within.ts';

// Schemas on which a search could run endlessly or exhaust the memory.
const text = { type: 'string' };

describe('circular references', () => {
  const ring = (size: number, last: object) =>
    Object.fromEntries(
      Array.from({ length: size }, (_, index) => {
        const next = reference(`Link${(index + 1) % size}`);
        return [
          `Link${index}`,
          { type: 'object', properties: { a: next, b: next, c: index === size - 1 ? last : text } },
        ];
      }),
    );

  test('a difference at the far end of a large cycle is found', () => {
    const rename = (schemas: object): object => JSON.parse(JSON.stringify(schemas).replaceAll('Link', 'Other'));
    const components = { ...ring(60, text), ...rename(ring(60, text)) };
    expect(within(reference('Link0'), reference('Other0'), { components })).toEqual({ is: 'within' });
    const other = { ...ring(60, text), ...rename(ring(60, { type: 'integer' })) };
    expect(within(reference('Link40'), reference('Other40'), { components: other })).toMatchObject({ is: 'value' });
  });

  test('equal schemas in a cycle have the same meaning at every entry point', () => {
    const components = ring(3, text);
    expect(within(reference('Link0'), { ...components.Link0 }, { components })).toEqual({ is: 'within' });
    expect(within(reference('Link0'), reference('Link1'), { components })).toEqual({ is: 'within' });
  });
});

test('a difference behind 100 references is found, but the search gives up after 1,000 references', () => {
  const chain = (name: string, size: number, last: object) =>
    Object.fromEntries(
      Array.from({ length: size }, (_, index) => [
        `${name}${index}`,
        index === size - 1 ? last : { type: 'object', properties: { a: reference(`${name}${index + 1}`) } },
      ]),
    );
  const compared = (size: number) => {
    const components = { ...chain('Link', size, text), ...chain('Other', size, { type: 'integer' }) };
    return within(reference('Link0'), reference('Other0'), { components }).is;
  };
  expect([compared(100), compared(1000)]).toEqual(['value', 'gave up']);
});

test.each([
  ['^[a-z]([-a-z0-9]*[a-z0-9])?$', 63],
  ['^[a-z0-9]+(-[a-z0-9]+)*$', 40],
  ['^([a-z]|[0-9]|_)+$', 255],
])('the shortest string that matches `%s` and has more than %i characters is found', (pattern, maxLength) => {
  const verdict = within({ ...text, pattern }, { ...text, pattern, maxLength });
  expect(verdict).toMatchObject({ is: 'value', value: expect.stringMatching(`^.{${maxLength + 1}}$`) });
});

test.each([
  ['a string', text, { ...text, maxLength: 2147483647 }],
  ['a string with a pattern', { ...text, pattern: '^(?=a)' }, { ...text, maxLength: 4294967295 }],
  ['a string of several megabytes', text, { ...text, maxLength: 16777215 }],
  ['an array', { type: 'array' }, { type: 'array', maxItems: 2147483647 }],
  ['an object', { type: 'object' }, { type: 'object', maxProperties: 2147483647 }],
  [
    'an array with many equal elements',
    { type: 'array', contains: text },
    { type: 'array', contains: text, maxContains: 2147483647 },
  ],
])('%s that exceeds a very large limit is not generated', (_, inner, outer) => {
  expect(within(inner, outer).is).toBe('gave up');
});

test('a value that exceeds a small limit is generated', () => {
  expect(within({ type: 'array' }, { type: 'array', maxItems: 500 })).toMatchObject({ is: 'value' });
  expect(within(text, { ...text, maxLength: 5000 })).toMatchObject({ is: 'value' });
});

describe('a keyword with a value of an invalid type is ignored', () => {
  test.each([
    ['required', true],
    ['required', 'a'],
    ['exclusiveMinimum', true],
    ['minimum', '3'],
    ['minLength', null],
    ['pattern', 5],
    ['format', ['date']],
    ['enum', 'a'],
    ['type', 5],
    ['items', 'string'],
    ['not', null],
    ['allOf', 'a'],
    ['properties', ['a']],
    ['dependentRequired', { a: true }],
    ['uniqueItems', 'yes'],
    ['multipleOf', 0],
    ['$ref', 5],
  ])('%s: %j', (keyword, value) => {
    const odd = { properties: { a: { [keyword]: value } } };
    const plain = { properties: { a: {} } };
    expect([within(odd, plain), within(plain, odd)]).toEqual([{ is: 'within' }, { is: 'within' }]);
  });
});

test.each(['constructor', 'toString', '__proto__'])('a format named `%s` is unknown', (format) => {
  expect(within({ ...text, format }, text)).toEqual({ is: 'within' });
  expect(within({ type: 'number', format }, { type: 'number' })).toEqual({ is: 'within' });
  expect(within(text, { ...text, format }).is).toBe('gave up');
});
