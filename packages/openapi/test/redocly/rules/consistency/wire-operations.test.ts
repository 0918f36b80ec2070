import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/consistency/wire-operations.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const at = ['paths', '/library', 'get', 'x-operations'];
const named = (names: unknown) => check(inlined(changed(actionDocument(), [at, names])), {});

test.each(goodDocuments)('a document %s names its operations at the wire operation', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test.each([
  ['that are not named', undefined, 'none'],
  ['of which one is missing', ['findBooks', 'findAuthors'], '["findBooks","findAuthors"]'],
  ['in another order', ['readShelf', 'findBooks', 'findAuthors'], '["readShelf","findBooks","findAuthors"]'],
  ['with one that is not there', ['findBooks', 'findAuthors', 'lend'], '["findBooks","findAuthors","lend"]'],
])('operations %s are refused', (_, names, found) => {
  expect(named(names)).toEqual([
    {
      message: `x-operations of the wire operation: expected the keys of components.pathItems in their order (findBooks, findAuthors, readShelf), found ${found}`,
      at,
    },
  ]);
});
