import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import stringWidth from 'string-width';
import { describe, expect, test } from 'vitest';
import { render } from '../src/output/render.ts';

const brands = [
  { name: 'ГАЗ', slug: 'gaz' },
  { name: '比亚迪', slug: 'byd' },
  { name: 'Škoda', slug: 'skoda' },
];

test('a list is printed as a table with aligned columns, for names in any script', () => {
  expect(render(brands, Infinity)).toBe(
    ['name    slug', '──────  ─────', 'ГАЗ     gaz', '比亚迪  byd', 'Škoda   skoda'].join('\n'),
  );
});

test('a record is printed as names and values, with its lists as tables below', () => {
  const engine = { brand: 'VW', details: { code: 'CBAB', attributes: [{ name: 'Power', value: 103 }] } };
  expect(render(engine, Infinity)).toBe(
    ['brand  VW', 'code   CBAB', 'details.attributes', '  name   value', '  ─────  ─────', '  Power  103'].join('\n'),
  );
});

test('the rows of nested records start next to the fields of the parent record', () => {
  const groups = [
    { name: 'Oil filter', parts: [{ number: 'A' }, { number: 'B' }] },
    { name: 'Belt', parts: [] },
  ];
  expect(render(groups, Infinity).split('\n').slice(2)).toEqual(['Oil filter  A', '            B', 'Belt']);
});

test('a field that only some records have is a column', () => {
  expect(
    render([{ a: 1 }, { a: 2, b: 3 }], Infinity)
      .split('\n')
      .slice(2),
  ).toEqual(['1', '2  3']);
});

test('a quantity is printed as its text, and a period as its start and end', () => {
  const values = [
    { value: { text: '4,3', min: 4.3, max: 4.3, unit: 'l' }, years: { from: '2008-10', to: '2012-11' } },
    { value: { text: 'DOT 4' }, years: { from: '2008-10' } },
  ];
  expect(render(values, Infinity).split('\n').slice(2)).toEqual(['4,3    2008-10 – 2012-11', 'DOT 4  2008-10 –']);
});

test('two columns with the same label have their full names as titles', () => {
  expect(render([{ name: 'x', value: { name: 'y' } }], Infinity).split('\n')[0]).toBe('name  value.name');
});

test('an empty list is printed as a message', () => {
  expect(render([], 80)).toBe('No results.');
});

describe('on a terminal', () => {
  test('long strings are wrapped between words without losing text', () => {
    const text = render([{ id: 1, note: 'change every two years or earlier' }], 24);
    expect(text.split('\n').slice(2)).toEqual(['1   change every two', '    years or earlier']);
  });

  test('words are not broken to make room for other columns', () => {
    const text = render([{ item: 'Manual transmission oil', note: 'change every two years or earlier' }], 30);
    expect(text.split('\n').slice(2)).toEqual([
      'Manual          change every',
      'transmission    two years or',
      'oil             earlier',
    ]);
  });

  test('records with too many columns are printed as lines', () => {
    const wide = Object.fromEntries(Array.from({ length: 30 }, (_, index) => [`column${index}`, 'some text']));
    expect(render([wide, wide], 80).split('\n')).toHaveLength(61);
  });

  test('every line fits the width of the terminal', () => {
    const word = fc.string({ unit: 'grapheme', maxLength: 60 });
    const records = fc.array(fc.dictionary(fc.constantFrom('a', 'b', 'model', '名'), word), { minLength: 1 });
    fc.assert(
      fc.property(records, fc.integer({ min: 30, max: 120 }), (list, columns) => {
        for (const line of render(list, columns).split('\n')) expect(stringWidth(line)).toBeLessThanOrEqual(columns);
      }),
    );
  });

  test('control characters are removed from every value', () => {
    const steering = fc.constantFrom('\u001b[2J', '\u0007', '\r', '\u009b', '\u202e', '\n', '\u2028');
    const value = fc.array(fc.oneof(fc.string(), steering)).map((parts) => parts.join(''));
    fc.assert(
      fc.property(value, fc.boolean(), (text, isList) => {
        const record = { [text]: [{ [text]: text }], other: [text], text };
        expect(render(isList ? [record, record] : record, 80)).not.toMatch(/(?!\n)\p{Cc}|\p{Bidi_Control}|\u2028/u);
      }),
    );
  });
});

test('every string in the documented responses is printed', () => {
  const file = createRequire(import.meta.url).resolve('@vehicle-lookup/mock/package.json');
  const path = createRequire(file).resolve('@vehicle-lookup/spec/operations.json');
  const { examples } = JSON.parse(readFileSync(path, 'utf8')).components;
  const bodies = Object.values(examples as Record<string, { value: { data?: unknown } }>);
  const shown = bodies.flatMap(({ value }) => (value.data === undefined ? [] : [value.data]));
  expect(shown.length).toBeGreaterThan(9);
  for (const data of shown) {
    const text = render(data, Infinity);
    for (const leaf of leaves(data)) expect(text).toContain(leaf);
  }
});

const leaves = (value: unknown): string[] =>
  typeof value === 'object' && value !== null ? Object.values(value).flatMap(leaves) : [String(value ?? '')];
