import { expect, test } from 'vitest';
import type { Path } from '../../../../src/openapi/openapi.ts';
import { check } from '../../../../src/redocly/rules/consistency/fields-described.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const title: Path = ['components', 'schemas', 'Book', 'properties', 'title'];
const words: Path = ['components', 'pathItems', 'findBooks', 'get', 'parameters', 1];
const inAction = (...changes: [Path, unknown][]) => check(inlined(changed(actionDocument(), ...changes)), {});
const messages = (...changes: [Path, unknown][]) => [...new Set(inAction(...changes).map(({ message }) => message))];

test.each(goodDocuments)('a document %s describes its fields and parameters', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('a field without a description or an example is refused, in every form that has it', () => {
  const findings = inAction([title, { type: 'string' }]);
  expect(new Set(findings.map(({ message }) => message))).toEqual(
    new Set(['field title: expected a description, found none', 'field title: expected an example, found none']),
  );
  expect(findings[0]?.at.slice(-5)).toEqual(['properties', 'books', 'items', 'properties', 'title']);
});

test.each([['example'], ['examples'], ['default'], ['const']])('a field with %s needs no other example', (keyword) => {
  expect(messages([title, { type: 'string', description: 'Its title.', [keyword]: 'Cymbeline' }])).toEqual([]);
});

test('the target of a reference describes the field, too', () => {
  const shared: [Path, unknown] = [
    ['components', 'schemas', 'Title'],
    { type: 'string', description: 'A title.', examples: ['Cymbeline'] },
  ];
  expect(messages(shared, [title, { $ref: '#/components/schemas/Title' }])).toEqual([]);
});

test('a list of plain values needs an example of its own, one of described objects does not', () => {
  const titles: Path = ['components', 'schemas', 'ReadShelfBody', 'properties', 'titles'];
  const plain = { type: 'array', description: 'Titles.', items: { type: 'string' } };
  expect(messages([titles, plain])).toEqual(['field titles: expected an example, found none']);
  expect(messages([titles, { ...plain, items: { $ref: '#/components/schemas/Book' } }])).toEqual([]);
});

test('a field of an error body is described, too', () => {
  expect(messages([['components', 'schemas', 'Failure', 'properties', 'reason', 'examples'], undefined])).toEqual([
    'field reason: expected an example, found none',
  ]);
});

test('a field that must be absent needs no description', () => {
  expect(messages([title, false])).toEqual([]);
});

test('a parameter without a description or an example is refused', () => {
  expect(inAction([[...words, 'description'], ' '], [[...words, 'example'], undefined])).toEqual([
    { message: 'query parameter words: expected a description, found none', at: words },
    { message: 'query parameter words: expected an example, found none', at: words },
  ]);
});
