import { expect, test } from 'vitest';
import { selectedOperation } from '../../src/selectors/index.ts';
import { checkParameter } from '../../src/selectors/parameter.ts';
import { type Resolution, resolve } from '../../src/selectors/resolve.ts';
import type { OperationTable } from '../../src/selectors/table.ts';

// An API in which one parameter has a different value for each operation, and one operation has a second selector.
type Id = 'queryTitles' | 'search' | 'parse';
const rule = { required: true, type: 'string' } as const;
const table: OperationTable<Id> = {
  path: '/w/api',
  method: 'GET',
  credentials: ['token'],
  secrets: ['token'],
  error: { fixed: {}, text: 'error' },
  operations: [
    { id: 'queryTitles', selectors: { action: 'query' }, parameters: { titles: rule }, statuses: ['200', '400'] },
    {
      id: 'search',
      selectors: { action: 'query', list: 'search' },
      parameters: { text: rule },
      statuses: ['200', '400'],
    },
    {
      id: 'parse',
      selectors: { action: 'parse' },
      parameters: { page: { ...rule, required: false } },
      statuses: ['200', '400'],
    },
  ],
};
const resultOf = (query: string): string => {
  const resolution: Resolution<Id> = resolve(table, `token=t&${query}`);
  return resolution.ok ? resolution.operation : resolution.error.kind;
};

test.each([
  ['action=query&titles=a', 'queryTitles'],
  ['action=query&list=search&text=a', 'search'],
  ['action=parse', 'parse'],
  ['action=parse&page=a', 'parse'],
  ['', 'missing-selector'],
  ['list=search&text=a', 'missing-selector'],
  ['action=nothing', 'selector-value'],
  ['action=query&list=nothing', 'selector-value'],
  ['action=parse&list=search', 'several-selectors'],
  ['action=query', 'missing-parameter'],
  ['action=query&list=search&titles=a', 'foreign-parameter'],
])('the query %j resolves to %s', (query, expected) => expect(resultOf(query)).toBe(expected));

test.each([
  ['a', false],
  ['ab', true],
  ['abc', true],
  ['abcd', false],
  ['🚗', false],
  ['🚗🚗🚗', true],
  ['🚗🚗🚗🚗', false],
])('minLength and maxLength count characters, not code units: %s is valid: %s', (value, isAccepted) => {
  const found = checkParameter({ required: true, type: 'string', minLength: 2, maxLength: 3 }, value);
  expect(found).toBe(isAccepted ? undefined : 'expected 2 to 3 characters');
});

test('the message for a missing selector lists every operation with all its selectors', () => {
  const resolution = resolve(table, 'token=t');
  if (resolution.ok) expect.unreachable();
  else {
    expect(resolution.error.message).toBe(
      'Send the selector of one operation: action=query (queryTitles), action=query&list=search (search) or action=parse (parse).',
    );
  }
});

const selectors = {
  all: {},
  find: { action: 'find' },
  findAuthors: { action: 'find', kind: 'author' },
  parts: { parts: 1 },
};

test.each([
  [{ action: 'find', words: 'a' }, 'find'],
  [{ kind: 'author', action: 'find' }, 'findAuthors'],
  [{ action: 'find', kind: 'book' }, 'find'],
  [{ parts: 1 }, 'parts'],
  [{ parts: '1' }, 'parts'],
  [{ parts: '2' }, 'all'],
  [{}, 'all'],
])('the query %j selects %s', (query, id) => {
  expect(selectedOperation(selectors, query)).toBe(id);
});

test('a query selects no operation if no selectors match', () => {
  expect(selectedOperation({ find: { action: 'find' } }, { action: 'burn' })).toBeUndefined();
});
