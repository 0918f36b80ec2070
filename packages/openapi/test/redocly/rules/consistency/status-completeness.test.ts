import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/consistency/status-completeness.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

test.each(goodDocuments)('a document %s declares every status', (_, document) => {
  expect(check(document, { optional: ['403'] })).toEqual([]);
});

test('a status that an operation lacks is refused', () => {
  const at = ['components', 'pathItems', 'readShelf', 'get', 'responses'];
  expect(check(inlined(changed(actionDocument(), [[...at, '404'], undefined])), { optional: ['403'] })).toEqual([
    {
      message: expect.stringMatching(/^readShelf: expected status 404 as on the wire operation, found it missing/),
      at,
    },
  ]);
});

test('without the option no status is optional', () => {
  expect(check(inlined(actionDocument()), {}).map(({ at }) => at[2])).toEqual(['findBooks', 'findAuthors']);
});
