import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/consistency/operation-keys.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const item = ['components', 'pathItems', 'readShelf'];

test.each(goodDocuments)('a document %s names each operation by its key', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('an operationId that is not the key is refused', () => {
  const at = [...item, 'get', 'operationId'];
  expect(check(inlined(changed(actionDocument(), [at, 'readShelves'])), {})).toEqual([
    {
      message: 'operationId of readShelf: expected "readShelf", its key in components.pathItems; found "readShelves"',
      at,
    },
  ]);
  expect(check(inlined(changed(actionDocument(), [at, undefined])), {})[0]?.message).toMatch(/found none$/);
});

test('the wire operation with the operationId of another operation is refused', () => {
  const at = ['paths', '/library', 'get', 'operationId'];
  expect(check(inlined(changed(actionDocument(), [at, 'readShelf'])), {})).toEqual([
    { message: expect.stringContaining('expected a name that no operation has, found "readShelf"'), at },
  ]);
});

test('an operation with another method than the wire operation is refused', () => {
  expect(check(inlined(changed(actionDocument(), [[...item, 'post'], {}])), {})).toEqual([
    { message: 'readShelf: expected the method get alone, as on the wire; found get, post', at: item },
  ]);
  expect(check(inlined(changed(actionDocument(), [item, {}])), {})[0]?.message).toMatch(/found none$/);
});
