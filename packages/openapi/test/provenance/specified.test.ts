import { expect, test } from 'vitest';
import type { Path } from '../../src/openapi/openapi.ts';
import { specifiedOnly, statementsOf } from '../../src/provenance/index.ts';
import { changed } from '../sample-documents.ts';
import { accountedDocument } from './account.ts';

const source = accountedDocument();
const specified = specifiedOnly(source) as ReturnType<typeof JSON.parse>;
const { schemas, pathItems, ...components } = specified.components;

test('the clauses-only view does not contain assumed values', () => {
  expect(schemas.Id).toEqual({ description: 'The identifier.', type: 'integer' });
  expect(Object.keys(pathItems.getItem.get.responses)).toEqual(['200']);
});

test('a specified value replaces the assumed value', () => {
  expect(schemas.Item.required).toEqual(['id']);
});

test('a single remaining alternative becomes the schema itself', () => {
  expect(schemas.Item.properties.kind).toEqual({ description: 'The kind.', type: 'string' });
});

test('specified values do not change', () => {
  expect(schemas.Item.properties.name).toEqual({ type: 'string', pattern: '^[a-z]+$' });
  expect(specified['x-clauses']).toEqual(source['x-clauses']);
});

test('components without references are removed', () => {
  expect([components.responses, components.headers]).toEqual([undefined, undefined]);
});

test('a label is removed if its description is assumed', () => {
  const marked = changed(accountedDocument(), [['info'], { description: 'Named (assumed).', 'x-label': 'Name' }]);
  expect((specifiedOnly(marked) as ReturnType<typeof JSON.parse>).info).toEqual({});
});

test('an assumption in a description ends with its paragraph', () => {
  const marked = changed(accountedDocument(), [
    ['info', 'description'],
    'First. Assumed: a guess,\nover lines.\n\nSecond.\n\nAssumed: all of it.',
  ]);
  expect((specifiedOnly(marked) as ReturnType<typeof JSON.parse>).info.description).toBe('First.\n\nSecond.');
});

test.each([
  [
    'a list that an assumption introduces is removed',
    'First.\n\nAssumed: two things:\n\n- one\n- two\n\nLast.',
    'First.\n\nLast.',
  ],
  ['a table that an assumption introduces is removed', 'First.\n\nAssumed: so:\n\n| a | b |', 'First.'],
  [
    'a sentence marked as assumed is removed, but adjacent sentences remain',
    'First. A guess; in parts (assumed). Third.',
    'First. Third.',
  ],
  [
    'a heading is removed if its section is assumed',
    '## One\nText.\n\n## Two\n\nAssumed: all.\n\n## Three\n\nText.',
    '## One\nText.\n\n## Three\n\nText.',
  ],
  [
    'an explanation of the word *Assumed* remains',
    'The mark is *Assumed:*, or *Assumed*. More.',
    'The mark is *Assumed:*, or *Assumed*. More.',
  ],
])('%s', (_, text, expected) => {
  const marked = changed(accountedDocument(), [['info', 'description'], text]);
  expect((specifiedOnly(marked) as ReturnType<typeof JSON.parse>).info.description).toBe(expected);
});

test('assumption marks, assumed descriptions and examples are removed', () => {
  expect(JSON.stringify(specified)).not.toMatch(/x-assum|x-specified|Assumed|examples/);
});

test('the source does not change', () => {
  expect(source).toEqual(accountedDocument());
});

test('the view contains fewer statements than the document', () => {
  expect(statementsOf(specified).length).toBeLessThan(statementsOf(source).length);
});

test('a mark on a map removes only the entries without a clause', () => {
  const responses: Path = ['components', 'pathItems', 'getItem', 'get', 'responses'];
  const marks = { responses: 'no-others' };
  const marked = changed(
    accountedDocument(),
    [['components', 'pathItems', 'getItem', 'get', 'x-assumes'], marks],
    [[...responses, '404'], { description: 'No.' }],
  );
  const { get } = (specifiedOnly(marked) as ReturnType<typeof JSON.parse>).components.pathItems.getItem;
  expect(Object.keys(get.responses)).toEqual(['200']);
});
