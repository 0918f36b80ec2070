import { expect, test } from 'vitest';
import { selectedOperation } from '../src/index.ts';

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

test('a query selects no operation if none has its selectors', () => {
  expect(selectedOperation({ find: { action: 'find' } }, { action: 'burn' })).toBeUndefined();
});
