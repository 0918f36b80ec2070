import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/subset/one-security-requirement.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const secured = (...change: Parameters<typeof changed>[1]) => check(inlined(changed(actionDocument(), change)), {});

test.each(goodDocuments)('a document %s has one requirement or none', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('alternatives are refused', () => {
  expect(secured(['security'], [{ token: [], card: [] }, { password: [] }, {}])).toEqual([
    {
      message:
        'security: expected one requirement that names every credential, found 3 alternatives (token and card, or password, or none); keep one',
      at: ['security'],
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
