import { expect, test } from 'vitest';
import { check } from '../../../../src/redocly/rules/consistency/distinct-selectors.ts';
import { actionDocument, changed, defaultDocument, goodDocuments, inlined } from '../../../sample-documents.ts';

const parameters = (id: string) => ['components', 'pathItems', id, 'get', 'parameters'];

test.each(goodDocuments)('a document %s has distinct operations', (_, document) => {
  expect(check(document, {})).toEqual([]);
});

test('two operations that the same query selects are refused', () => {
  const optional = changed(actionDocument(), [[...parameters('findAuthors'), 1, 'required'], false]);
  expect(check(inlined(optional), {})).toEqual([
    {
      message: 'findAuthors: expected selectors of its own; action=find already selects findBooks',
      at: ['components', 'pathItems', 'findAuthors', 'get'],
    },
  ]);
});

test('operations that differ only in the order of selectors, or in the type of a value, are refused', () => {
  const query = (name: string, value: unknown) => ({ name, in: 'query', required: true, schema: { const: value } });
  const document = changed(
    defaultDocument(),
    [parameters('getParts'), [query('a', 1), query('b', 1)]],
    [parameters('listItems'), [query('b', '1'), query('a', '1')]],
  );
  expect(check(inlined(document), {})[0]?.message).toBe(
    'listItems: expected selectors of its own; b=1&a=1 already selects getParts',
  );
});

test('two default operations are refused', () => {
  expect(check(inlined(changed(defaultDocument(), [parameters('listItems'), []])), {})[0]?.message).toBe(
    'listItems: expected selectors of its own; a query without selectors already selects getItem',
  );
});
