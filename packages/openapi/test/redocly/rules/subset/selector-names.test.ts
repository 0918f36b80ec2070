import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/subset/selector-names.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const parameters = ['components', 'pathItems', 'readShelf', 'get', 'parameters'];

test.each(goodDocuments)('a document %s has a name for each selector', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test.each([
  ['a parameter', { required: true, schema: { type: 'string' } }],
  ['a constant that may be left out', { required: false, schema: { type: 'string', const: 'author' } }],
])('a name that is a selector in one operation and %s in another is refused', (_, parameter) => {
  const at = [...parameters, 2];
  const document = changed(actionDocument(), [at, { name: 'kind', in: 'query', ...parameter }]);
  expect(check(inlined(document), {})).toEqual([
    {
      message:
        'readShelf: parameter kind: expected a selector (required, with a const) as in findAuthors (kind=author), found a parameter; give one of the two another name',
      at,
    },
  ]);
});
