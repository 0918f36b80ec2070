import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/subset/json-only.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

test.each(goodDocuments)('a document %s has JSON bodies only', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test.each(['application/xml', 'application/problem+json', 'text/csv'])('the media type %s is refused', (type) => {
  const at = ['components', 'pathItems', 'readShelf', 'get', 'responses', '200', 'content', type];
  expect(check(inlined(changed(actionDocument(), [at, { schema: {} }])), {})).toEqual([
    {
      message: `status 200: expected the media type application/json only, found ${type}; describe the body as JSON`,
      at,
    },
  ]);
});
