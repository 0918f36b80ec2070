import { expect, test } from 'vitest';
import type { Path } from '../../src/openapi/openapi.ts';
import { specifiedOnly, statementsOf } from '../../src/provenance/index.ts';
import { changed } from '../sample-documents.ts';
import { accountedDocument } from './account.ts';

const source = accountedDocument();
const specified = specifiedOnly(source) as ReturnType<typeof JSON.parse>;
const { schemas, pathItems, ...components } = specified.components;

test('what rests on an assumption is not in the clauses-only view', () => {
  expect(schemas.Id).toEqual({ description: 'The identifier.', type: 'integer' });
  expect(Object.keys(pathItems.getItem.get.responses)).toEqual(['200']);
});

test('what the specification alone says stands in its place', () => {
  expect(schemas.Item.required).toEqual(['id']);
});

test('an alternative that is left alone is the schema itself', () => {
  expect(schemas.Item.properties.kind).toEqual({ description: 'The kind.', type: 'string' });
});

test('what the specification says stays as it is', () => {
  expect(schemas.Item.properties.name).toEqual({ type: 'string', pattern: '^[a-z]+$' });
  expect(specified['x-clauses']).toEqual(source['x-clauses']);
});

test('components that nothing refers to any more are gone', () => {
  expect([components.responses, components.headers]).toEqual([undefined, undefined]);
});

test('a label goes with a description that is assumed', () => {
  const marked = changed(accountedDocument(), [['info'], { description: 'Named (assumed).', 'x-label': 'Name' }]);
  expect((specifiedOnly(marked) as ReturnType<typeof JSON.parse>).info).toEqual({});
});

test('what a text assumes ends with its paragraph', () => {
  const marked = changed(accountedDocument(), [
    ['info', 'description'],
    'First. Assumed: a guess,\nover lines.\n\nSecond.\n\nAssumed: all of it.',
  ]);
  expect((specifiedOnly(marked) as ReturnType<typeof JSON.parse>).info.description).toBe('First.\n\nSecond.');
});

test.each([
  [
    'a list that an assumption introduces goes with it',
    'First.\n\nAssumed: two things:\n\n- one\n- two\n\nLast.',
    'First.\n\nLast.',
  ],
  ['a table that an assumption introduces goes with it', 'First.\n\nAssumed: so:\n\n| a | b |', 'First.'],
  ['a marked sentence goes, its neighbours stay', 'First. A guess; in parts (assumed). Third.', 'First. Third.'],
  [
    'a heading whose section is assumed goes',
    '## One\nText.\n\n## Two\n\nAssumed: all.\n\n## Three\n\nText.',
    '## One\nText.\n\n## Three\n\nText.',
  ],
  [
    'an explanation of the mark stays',
    'The mark is *Assumed:*, or *Assumed*. More.',
    'The mark is *Assumed:*, or *Assumed*. More.',
  ],
])('%s', (_, text, expected) => {
  const marked = changed(accountedDocument(), [['info', 'description'], text]);
  expect((specifiedOnly(marked) as ReturnType<typeof JSON.parse>).info.description).toBe(expected);
});

test('nothing tells of assumptions any more, and no example illustrates them', () => {
  expect(JSON.stringify(specified)).not.toMatch(/x-assum|x-specified|Assumed|examples/);
});

test('the source stays as it is', () => {
  expect(source).toEqual(accountedDocument());
});

test('the view states less than the document', () => {
  expect(statementsOf(specified).length).toBeLessThan(statementsOf(source).length);
});

test('a mark on a map takes out only the entries that no clause names', () => {
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
