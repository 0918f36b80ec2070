import { expect, test } from 'vitest';
import type { Path } from '../../../../src/openapi/openapi.ts';
import { check } from '../../../../src/redocly/rules/subset/error-bodies.ts';
import { changed, defaultDocument, goodDocuments, inlined } from '../../../sample-documents.ts';

const schema: Path = ['content', 'application/json', 'schema'];
const failure = (required: string[], properties: object) =>
  check(inlined(changed(defaultDocument(), [['components', 'schemas', 'Failure'], { required, properties }])), {});

test.each(goodDocuments)('a document %s has error bodies that programs can make', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test.each([
  ['no text', ['ok'], { ok: { const: false } }, 'exactly one required text, found none'],
  ['two texts', ['a', 'b'], { a: { type: 'string' }, b: { type: 'string' } }, 'exactly one required text, found a, b'],
  ['a number', ['a', 'n'], { a: { type: 'string' }, n: { type: 'integer' } }, 'one free text in required, found n'],
  [
    'a choice of texts',
    ['a', 'c'],
    { a: { type: 'string' }, c: { type: 'string', enum: ['x'] } },
    'in required, found c',
  ],
  ['a member without a schema', ['a', 'b'], { a: { type: 'string' } }, 'one free text in required, found b'],
])('a schema that requires %s is refused', (_, required, properties, found) => {
  const [finding, ...others] = failure(required, properties);
  expect(finding?.message).toContain(`getItem: status 400: expected`);
  expect(finding?.message).toContain(found);
  expect(finding?.at.slice(-4)).toEqual(['400', ...schema]);
  expect(others).toEqual([]);
});

test('members that are not required, and constants, are accepted', () => {
  const properties = { ok: { const: false }, error: { type: 'string' }, code: { type: 'integer' } };
  expect(failure(['ok', 'error'], properties)).toEqual([]);
});

test('an error with another body than the others is refused', () => {
  const at = ['components', 'pathItems', 'getParts', 'get', 'responses', '500'];
  const other = { required: ['reason'], properties: { reason: { type: 'string' } } };
  const document = changed(defaultDocument(), [at, { content: { 'application/json': { schema: other } } }]);
  expect(check(inlined(document), {})).toEqual([
    {
      message:
        'status 500: expected the body of every error, {"error":"…"}, found {"reason":"…"}; use one error schema',
      at: [...at, ...schema],
    },
  ]);
});
