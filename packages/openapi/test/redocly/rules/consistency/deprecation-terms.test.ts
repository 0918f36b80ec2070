import { expect, test } from 'vitest';
import type { Path } from '../../../../src/openapi/openapi.ts';
import { check } from '../../../../src/redocly/rules/consistency/deprecation-terms.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const title: Path = ['components', 'schemas', 'Book', 'properties', 'title'];
const TERMS = { since: '0.2.0', until: '2031-01-31', use: 'name' };
const messages = (...changes: [Path, unknown][]) => [
  ...new Set(check(inlined(changed(actionDocument(), ...changes)), {}).map(({ message }) => message)),
];
const deprecated = (terms: unknown) => messages([[...title, 'deprecated'], true], [[...title, 'x-deprecation'], terms]);

test.each(goodDocuments)('a document %s has no unexplained deprecation', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('a deprecated field with since, until and use is accepted', () => {
  expect(deprecated(TERMS)).toEqual([]);
});

test('a deprecated field without terms, or without one of them, is refused', () => {
  expect(messages([[...title, 'deprecated'], true])).toEqual([
    'deprecated: expected x-deprecation with since, until and use, found no since, until, use',
  ]);
  expect(deprecated({ ...TERMS, use: ' ' })).toEqual([
    'deprecated: expected x-deprecation with since, until and use, found no use',
  ]);
});

test.each(['soon', '2031-02-30'])('the day %s is refused', (until) => {
  expect(deprecated({ ...TERMS, until })).toEqual([
    `x-deprecation: expected a day YYYY-MM-DD as until, found "${until}"`,
  ]);
});

test('terms without a deprecation are refused', () => {
  expect(messages([[...title, 'x-deprecation'], TERMS])).toEqual([
    'x-deprecation: expected `deprecated: true` beside it, found none',
  ]);
});
