import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/subset/operation-table.ts';
import { changed, defaultDocument, goodDocuments, inlined } from '../../../sample-documents.ts';

test.each(goodDocuments)('a document %s can be read', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('a keyword that programs cannot read is reported at its place', () => {
  const schema = ['components', 'pathItems', 'getItem', 'get', 'parameters', 0, 'schema'];
  expect(check(inlined(changed(defaultDocument(), [schema, { type: 'integer', multipleOf: 2 }])), {})).toEqual([
    { message: expect.stringContaining('the keyword multipleOf is not supported'), at: [...schema, 'multipleOf'] },
  ]);
});
