import { expect, test } from 'vitest';
import type { Path } from '../../../../src/openapi/openapi.ts';
import { check } from '../../../../src/redocly/rules/consistency/wire-responses.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const wire = ['paths', '/library', 'get', 'responses'];
const shelf = ['components', 'pathItems', 'readShelf', 'get', 'responses'];
const body = ['content', 'application/json', 'schema'];
const inAction = (...changes: [Path, unknown][]) => check(inlined(changed(actionDocument(), ...changes)), {});

test.each(goodDocuments)('a document %s has the replies of its operations at the wire operation', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('a status that only an operation has is refused', () => {
  expect(inAction([[...shelf, '410'], { description: 'Gone.' }])).toEqual([
    { message: 'status 410: readShelf declares it; expected it on the wire operation too', at: wire },
  ]);
});

test('a status that only the wire operation has is refused', () => {
  expect(inAction([[...wire, '410'], { description: 'Gone.' }])).toEqual([
    { message: 'status 410: expected an operation that declares it, found none', at: [...wire, '410'] },
  ]);
});

test('a body that is not among those of the wire operation is refused', () => {
  expect(inAction([[...shelf, '200', ...body], { type: 'string' }])).toEqual([
    {
      message:
        'status 200, application/json: expected the schema of readShelf in anyOf of the wire operation, found it missing',
      at: [...wire, '200', ...body, 'anyOf'],
    },
    {
      message:
        'status 200, application/json: expected the schema of an operation, found one that no operation answers with',
      at: [...wire, '200', ...body, 'anyOf', 2],
    },
  ]);
});

test('different bodies need an anyOf at the wire operation', () => {
  expect(inAction([[...wire, '200', ...body], { type: 'object' }])).toEqual([
    {
      message:
        'status 200, application/json: expected anyOf the schemas of findBooks, findAuthors, readShelf on the wire operation, found no anyOf',
      at: [...wire, '200', ...body],
    },
  ]);
});

test('a media type of one side only is refused', () => {
  expect(inAction([[...shelf, '200', 'content', 'text/plain'], {}])[0]?.message).toBe(
    'status 200, text/plain: an operation answers with it; expected it on the wire operation too',
  );
  expect(inAction([[...wire, '200', 'content', 'text/plain'], {}])[0]?.message).toBe(
    'status 200, text/plain: expected an operation that answers with it, found none',
  );
});

test.each([
  ['no title', 0, undefined, 'none'],
  ['the title of another one', 2, 'Books', '"Books"'],
])('a body with %s is refused at the wire operation', (_, index, title, found) => {
  const at = [...wire, '200', ...body, 'anyOf', index, 'title'];
  expect(inAction([at, title])).toEqual([
    {
      message: `status 200, application/json: expected a title that no other member of anyOf has, found ${found}`,
      at,
    },
  ]);
});
