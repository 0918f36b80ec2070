import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/subset/query-parameters-only.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

test.each(goodDocuments)('a document %s has query parameters only', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test.each(['header', 'cookie', 'path'])('a parameter in the %s is refused', (place) => {
  const at = ['components', 'pathItems', 'readShelf', 'get', 'parameters', 2];
  const parameter = { name: 'tenant', in: place, required: true, schema: { type: 'string' } };
  expect(check(inlined(changed(actionDocument(), [at, parameter])), {})).toEqual([
    {
      message: `readShelf: parameter tenant: expected in: query, found in: ${place}; make it a query parameter`,
      at,
    },
  ]);
});
