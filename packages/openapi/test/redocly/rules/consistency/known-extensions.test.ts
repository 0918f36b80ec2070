import { expect, test } from 'vitest';
import type { Path } from '../../../../src/openapi/openapi.ts';
import { check } from '../../../../src/redocly/rules/consistency/known-extensions.ts';
import { actionDocument, changed, goodDocuments, inlined } from '../../../sample-documents.ts';

const keys = ['x-secret', 'x-operations', 'x-assumes'];

test.each(goodDocuments)('a document %s has known extensions only', (_, document) => {
  expect(check(document, { keys })).toEqual([]);
});

const get = ['components', 'pathItems', 'readShelf', 'get'];
const places: Path[] = [
  ['x-note'],
  ['info', 'x-note'],
  ['paths', 'x-note'],
  [...get, 'x-note'],
  [...get, 'responses', 'x-note'],
  ['components', 'schemas', 'Unused', 'x-note'],
  ['components', 'securitySchemes', 'token', 'x-note'],
  ['servers', 0, 'variables', 'base_url', 'x-note'],
];
test.each(places.map((at) => [at.join('.'), at] as const))('an unknown extension at %s is refused', (_, at) => {
  const document = changed(actionDocument(), [['components', 'schemas', 'Unused'], {}], [at, true]);
  expect(check(inlined(document), { keys })).toEqual([
    { message: 'x-note: expected a known extension (x-secret, x-operations, x-assumes)', at },
  ]);
});

test('names and data may start with x-', () => {
  const schema = { type: 'object', properties: { 'x-rate': { default: { 'x-any': 1 } } } };
  const headers = { 'x-rate': { schema: {} } };
  const document = changed(
    actionDocument(),
    [['components', 'schemas', 'x-rate'], schema],
    [['components', 'responses', 'NotFound', 'headers'], headers],
    [
      ['components', 'responses', 'NotFound', 'content', 'application/json', 'examples'],
      { one: { value: { 'x-a': 1 } } },
    ],
  );
  expect(check(inlined(document), { keys })).toEqual([]);
});
