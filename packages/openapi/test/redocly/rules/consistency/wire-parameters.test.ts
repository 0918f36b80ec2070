import { expect, test } from 'vitest';
import type { Path } from '../../../../src/openapi/openapi.ts';
import { check } from '../../../../src/redocly/rules/consistency/wire-parameters.ts';
import { actionDocument, changed, defaultDocument, goodDocuments, inlined } from '../../../sample-documents.ts';

const wire = ['paths', '/library', 'get', 'parameters'];
const own = (id: string, index: number): Path => ['components', 'pathItems', id, 'get', 'parameters', index];
const inAction = (...changes: [Path, unknown][]) => check(inlined(changed(actionDocument(), ...changes)), {});

test.each(goodDocuments)('a document %s has the parameters of its operations at the wire operation', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('a parameter that the wire operation lacks is refused', () => {
  const colour = { name: 'colour', in: 'query', schema: { type: 'string' } };
  expect(inAction([own('readShelf', 2), colour])).toEqual([
    {
      message: 'query parameter colour: readShelf takes it; expected it on the wire operation too',
      at: own('readShelf', 2),
    },
  ]);
});

test('a parameter that no operation takes is refused', () => {
  const colour = { name: 'colour', in: 'query', schema: { type: 'string' } };
  expect(inAction([[...wire, 5], colour])).toEqual([
    { message: 'query parameter colour: expected an operation that takes it, found none', at: [...wire, 5] },
  ]);
});

test('a selector has exactly the values of the operations', () => {
  expect(
    inAction([
      [...wire, 0, 'schema', 'enum'],
      ['find', 'shelf', 'lend'],
    ]),
  ).toEqual([
    {
      message:
        'query parameter action: expected a const or enum of exactly find, shelf, as in the operations; found find, shelf, lend',
      at: [...wire, 0, 'schema'],
    },
  ]);
  expect(inAction([[...wire, 1, 'schema', 'const'], 'writer'])).toHaveLength(1);
  expect(inAction([[...wire, 1, 'schema'], { type: 'string' }])[0]?.message).toMatch(
    /author, as in the operations; found neither$/,
  );
});

test('an enum may contain the only value of a selector', () => {
  expect(inAction([[...wire, 1, 'schema'], { enum: ['author'] }])).toEqual([]);
});

test('a parameter that is not a selector has the schema of the operations', () => {
  expect(inAction([[...wire, 3, 'schema'], { type: 'integer' }])).toEqual([
    {
      message: 'query parameter number: expected the schema that it has in readShelf; found another',
      at: [...wire, 3, 'schema'],
    },
  ]);
});

test('if schemas of the operations differ, the wire operation has anyOf of them', () => {
  const name = { type: 'string', pattern: '^[A-Z]' };
  const words = { $ref: '#/components/schemas/Words' };
  const differ: [Path, unknown] = [[...own('findAuthors', 2), 'schema'], name];
  expect(inAction(differ, [[...wire, 2, 'schema'], { anyOf: [words, name] }])).toEqual([]);
  expect(inAction(differ)).toEqual([
    {
      message:
        'query parameter words: expected anyOf exactly the 2 schemas that it has in findBooks, findAuthors; found another',
      at: [...wire, 2, 'schema'],
    },
  ]);
});

test('the wire operation requires a parameter exactly if every operation requires it', () => {
  expect(inAction([[...wire, 0, 'required'], false])[0]).toEqual({
    message: 'query parameter action: expected required: true on the wire operation, since every operation requires it',
    at: [...wire, 0],
  });
  const id: Path = ['paths', '/items', 'get', 'parameters', 0];
  expect(check(inlined(changed(defaultDocument(), [[...id, 'required'], true])), {})).toEqual([
    {
      message:
        'query parameter id: expected required: false on the wire operation, since listItems does not require it',
      at: id,
    },
  ]);
});

test('an optional parameter of an operation cannot have a const', () => {
  expect(inAction([[...own('findAuthors', 1), 'required'], false])).toContainEqual({
    message: 'query parameter kind: has a const, so it selects the operation; expected required: true',
    at: own('findAuthors', 1),
  });
});
