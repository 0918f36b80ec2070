import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/subset/no-request-body.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

test.each(goodDocuments)('a document %s has requests without a body', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test.each([
  ['readShelf', ['components', 'pathItems', 'readShelf', 'get', 'requestBody']],
  ['get /library', ['paths', '/library', 'get', 'requestBody']],
])('a request body of %s is refused', (id, at) => {
  expect(check(inlined(changed(actionDocument(), [at, { content: {} }])), {})).toEqual([
    {
      message: `${id}: expected a request without a body, found requestBody; describe its fields as query parameters`,
      at,
    },
  ]);
});
