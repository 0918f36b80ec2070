import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/subset/security-requirements.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const secured = (...change: Parameters<typeof changed>[1]) => check(inlined(changed(actionDocument(), change)), {});

test.each(goodDocuments)('a document %s has one requirement or none', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('an alternative with a header is a requirement, too', () => {
  const password = { type: 'http', scheme: 'basic' };
  const document = changed(
    actionDocument(),
    [['components', 'securitySchemes', 'password'], password],
    [['security'], [{ token: [] }, { password: [] }]],
  );
  expect(check(inlined(document), {})).toEqual([]);
});

test.each([
  ['of the query alone', { token: [] }, 'token'],
  ['without credentials', {}, 'none'],
])('an alternative %s is refused', (_, alternative, found) => {
  expect(secured(['security'], [{ token: [] }, alternative])).toEqual([
    {
      message: `security: expected in an alternative to the first requirement a credential outside the query, found ${found}; keep one requirement for the query`,
      at: ['security', 1],
    },
  ]);
});

test('an empty requirement is refused', () => {
  expect(secured(['security'], [{}])).toEqual([
    {
      message: expect.stringContaining('expected the names of the credentials, found an empty requirement'),
      at: ['security', 0],
    },
  ]);
});

test('an operation with a requirement of its own is refused', () => {
  const at = ['components', 'pathItems', 'readShelf', 'get', 'security'];
  expect(secured(at, [{ token: [] }])).toEqual([
    {
      message: "readShelf: expected security at the document's root only, found some in the operation; move it there",
      at,
    },
  ]);
});
