import { describe, expect, test } from 'vitest';
import type { Path } from '../../src/openapi/openapi.ts';
import { operationTable } from '../../src/operations/operation-table.ts';
import { actionDocument, changed, defaultDocument } from '../sample-documents.ts';

test('the table of a document with flag selectors includes the default operation', () => {
  expect(operationTable(defaultDocument())).toEqual({
    path: '/items',
    method: 'GET',
    credentials: [],
    secrets: [],
    error: { fixed: {}, text: 'error' },
    operations: [
      {
        id: 'getItem',
        selectors: {},
        parameters: { id: { required: true, type: 'integer', minimum: 1 } },
        statuses: ['200', '400'],
      },
      {
        id: 'getParts',
        selectors: { parts: '1' },
        parameters: { id: { required: true, type: 'integer', minimum: 1 } },
        statuses: ['200', '400'],
      },
      { id: 'listItems', selectors: { all: '1' }, parameters: {}, statuses: ['200', '400'] },
    ],
  });
});

test('the selectors of each operation are its const parameters, with their values', () => {
  const table = operationTable(actionDocument());
  expect(table).toMatchObject({ path: '/library', credentials: ['token'], secrets: ['token'] });
  expect(table.error).toEqual({ fixed: { failed: true }, text: 'reason' });
  expect(table.operations.map(({ id, selectors }) => [id, selectors])).toEqual([
    ['findBooks', { action: 'find' }],
    ['findAuthors', { action: 'find', kind: 'author' }],
    ['readShelf', { action: 'shelf' }],
  ]);
  expect(table.operations[0]?.parameters).toEqual({
    words: { required: true, type: 'string', minLength: 1, maxLength: 80 },
    language: { required: false, type: 'string', pattern: '^[a-z]{2}$' },
  });
});

test('all credentials are secrets if none is marked as secret', () => {
  const document = changed(actionDocument(), [['components', 'securitySchemes', 'token', 'x-secret'], undefined]);
  expect(operationTable(document).secrets).toEqual(['token']);
});

test('a credential that is also listed as a parameter is not a parameter of the operation', () => {
  const token = { name: 'token', in: 'query', required: true, schema: { type: 'string' } };
  const document = changed(actionDocument(), [['components', 'pathItems', 'readShelf', 'get', 'parameters', 2], token]);
  expect(Object.keys(operationTable(document).operations[2]?.parameters ?? {})).toEqual(['number']);
});

test('an OPTIONS operation on the path is ignored', () => {
  const options = { responses: { '204': { description: 'Nothing.' } } };
  const document = changed(actionDocument(), [['paths', '/library', 'options'], options]);
  expect(operationTable(document)).toEqual(operationTable(actionDocument()));
});

describe('an unsupported document is rejected with the location and the expected value', () => {
  const get = ['components', 'pathItems', 'getItem', 'get'];
  const schema = [...get, 'parameters', 0, 'schema'];
  const cases: [fault: string, at: Path, value: unknown, message: string][] = [
    ['no path', ['paths'], {}, 'paths: expected exactly one, found 0'],
    ['two paths', ['paths', '/more'], {}, 'paths: expected exactly one, found 2'],
    ['no method', ['paths', '/items'], {}, '/items: expected exactly one method, found none'],
    ['two methods', ['paths', '/items', 'put'], {}, '/items: expected exactly one method, found get, put'],
    [
      'parameters in a path item',
      ['paths', '/items', 'parameters'],
      [],
      '/items: expected parameters only in the operation',
    ],
    [
      'no operations',
      ['components', 'pathItems'],
      {},
      'components.pathItems: expected the operations that share the path',
    ],
    ['a different method', get, undefined, 'components.pathItems.getItem: expected a get operation as on /items'],
    ['no type', schema, {}, 'getItem: parameter id: expected a schema of type string or integer, found none'],
    ['an unsupported type', schema, { type: 'array' }, 'expected a schema of type string or integer, found "array"'],
    [
      'an unsupported keyword',
      schema,
      { type: 'integer', multipleOf: 2 },
      'the keyword multipleOf is not supported here; expected only pattern',
    ],
    [
      'a constraint next to a reference',
      [...schema, 'maximum'],
      9,
      'getItem: parameter id: expected only annotations next to $ref, found maximum',
    ],
    [
      'a reference without a target',
      schema,
      { $ref: '#/components/schemas/No' },
      '#/components/schemas/No has no target in the document',
    ],
    [
      'a circular reference',
      ['components', 'schemas', 'Id'],
      { $ref: '#/components/schemas/Id' },
      'Id refers to itself',
    ],
    [
      'no error message',
      ['components', 'schemas', 'Failure', 'required'],
      [],
      'getItem: status 400: expected a schema with exactly one required string, found none',
    ],
    [
      'two error messages',
      ['components', 'schemas', 'Failure'],
      { required: ['a', 'b'], properties: { a: { type: 'string' }, b: { type: 'string' } } },
      'exactly one required string, found a, b',
    ],
    [
      'an error field that cannot be filled',
      ['components', 'schemas', 'Failure', 'required'],
      ['error', 'code'],
      'expected only constants and one string without constraints in required, found code',
    ],
  ];
  test.each(cases)('%s', (_, at, value, message) => {
    expect(() => operationTable(changed(defaultDocument(), [at, value]))).toThrow(message);
  });
});
