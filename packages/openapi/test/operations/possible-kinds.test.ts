import { expect, test } from 'vitest';
import { operationTable } from '../../src/operations/operation-table.ts';
import { possibleKinds } from '../../src/operations/possible-kinds.ts';
import { QUERY_ERROR_KINDS } from '../../src/selectors/index.ts';
import { actionDocument, defaultDocument } from '../sample-documents.ts';

const table = operationTable(defaultDocument());

test('every kind is possible in a document without a default operation', () => {
  expect(possibleKinds(operationTable(actionDocument()))).toEqual(QUERY_ERROR_KINDS);
});

test('no selector can be missing in a document with flags and a default operation', () => {
  expect(possibleKinds(table)['400']).toEqual(QUERY_ERROR_KINDS['400'].filter((kind) => kind !== 'missing-selector'));
});

test('credential errors are impossible in a document without credentials', () => {
  expect(possibleKinds(table)['401']).toEqual([]);
});

test('only unknown and repeated parameters are possible for a single operation without parameters', () => {
  const operations = [{ id: 'all', selectors: {}, parameters: {}, statuses: ['200'] }];
  expect(possibleKinds({ ...table, operations })['400']).toEqual(['unknown-parameter', 'repeated-parameter']);
});

test('a selector can be missing despite a default operation if another operation has two selectors', () => {
  const operations = [
    { id: 'all', selectors: {}, parameters: {}, statuses: [] },
    { id: 'some', selectors: { a: '1', b: '1' }, parameters: {}, statuses: [] },
  ];
  expect(possibleKinds({ ...table, operations })['400']).toContain('missing-selector');
});

test('a string without constraints is never malformed', () => {
  const operations = [
    { id: 'all', selectors: {}, parameters: { text: { required: true, type: 'string' as const } }, statuses: [] },
  ];
  expect(possibleKinds({ ...table, operations })['400']).not.toContain('malformed-parameter');
});
