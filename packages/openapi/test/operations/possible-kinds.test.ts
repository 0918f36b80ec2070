import { expect, test } from 'vitest';
import { operationTable } from '../../src/operations/operation-table.ts';
import { possibleKinds } from '../../src/operations/possible-kinds.ts';
import { QUERY_ERROR_KINDS } from '../../src/selectors/index.ts';
import { actionDocument, defaultDocument } from '../sample-documents.ts';

const table = operationTable(defaultDocument());

test('without a default operation every kind is possible', () => {
  expect(possibleKinds(operationTable(actionDocument()))).toEqual(QUERY_ERROR_KINDS);
});

test('with flags and a default operation a selector is never missing', () => {
  expect(possibleKinds(table)['400']).toEqual(QUERY_ERROR_KINDS['400'].filter((kind) => kind !== 'missing-selector'));
});

test('without credentials, no credential can be missing or invalid', () => {
  expect(possibleKinds(table)['401']).toEqual([]);
});

test('a single operation without parameters can only have unknown and repeated parameters', () => {
  const operations = [{ id: 'all', selectors: {}, parameters: {}, statuses: ['200'] }];
  expect(possibleKinds({ ...table, operations })['400']).toEqual(['unknown-parameter', 'repeated-parameter']);
});

test('with a default operation, a selector can be missing if another operation has two selectors', () => {
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
