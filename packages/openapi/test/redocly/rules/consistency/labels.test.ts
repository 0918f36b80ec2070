import { expect, test } from 'vitest';
import { readableName } from '../../../../src/extensions/labels.ts';
import type { Path } from '../../../../src/openapi/openapi.ts';
import { check } from '../../../../src/redocly/rules/consistency/labels.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const book: Path = ['components', 'schemas', 'Book', 'properties'];
const messages = (...changes: [Path, unknown][]) => [
  ...new Set(check(inlined(changed(actionDocument(), ...changes)), {}).map(({ message }) => message)),
];
const labelled = (...labels: [name: string, label: unknown][]) =>
  messages(...labels.map(([name, label]): [Path, unknown] => [[...book, name], { type: 'string', 'x-label': label }]));

test.each(goodDocuments)('a document %s has no wrong label', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('a label of words is accepted', () => {
  expect(labelled(['ttl_txt', 'Full title'], ['aut_nm', 'Author'])).toEqual([]);
});

test.each([7, '', 'title', 'Title (long)', 'Title '])('the label %j is refused', (label) => {
  expect(labelled(['ttl_txt', label])).toEqual([
    `x-label of ttl_txt: expected words that begin with a capital letter, found ${JSON.stringify(label)}`,
  ]);
});

test('a label that another member has, or has as its name, is refused', () => {
  expect(labelled(['a_txt', 'Author'], ['b_txt', 'Author'])).toEqual([
    'x-label of a_txt: expected another label than b_txt has, found "Author"',
    'x-label of b_txt: expected another label than a_txt has, found "Author"',
  ]);
  expect(labelled(['a_txt', 'Author'], ['author', undefined])).toEqual([
    'x-label of a_txt: expected another label than author has, found "Author"',
  ]);
});

test('one name has one label', () => {
  const elsewhere: [Path, unknown] = [
    ['components', 'schemas', 'Other'],
    { type: 'object', properties: { a_txt: { type: 'string', 'x-label': 'Name' } } },
  ];
  const found = messages([[...book, 'a_txt'], { type: 'string', 'x-label': 'Author' }], elsewhere);
  expect(found).toContain(
    'x-label of a_txt: expected the same label for every member of this name, found "Author" and "Name"',
  );
});

test.each([
  ['OEM number', 'oemNumber'],
  ['Unit', 'unit'],
  ["Manufacturer's model name", 'manufacturersModelName'],
])('the label %s is %s in code', (label, name) => {
  expect(readableName(label)).toBe(name);
});
