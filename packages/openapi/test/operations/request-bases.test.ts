import { describe, expect, test } from 'vitest';
import { operationTable } from '../../src/operations/operation-table.ts';
import { basisText, resolve } from '../../src/selectors/index.ts';
import { accountedRequests } from '../provenance/accounted-requests.ts';
import { actionDocument } from '../sample-documents.ts';

const table = operationTable(accountedRequests());
const basisOf = (query: string): string => {
  const resolution = resolve(table, query);
  return resolution.ok ? 'no problem' : basisText(resolution.error).trim();
};

describe('a query error contains the violated clause or assumption', () => {
  test.each([
    ['the assumption behind the example of its kind', 'token=t&page=2&id=1', '[assumption no-others]'],
    [
      'the clause of the status, for a kind without an assumption',
      'token=t&list=1&word=a&count=1&id=1',
      '[status.400]',
    ],
    ['the clause of the 401 response, for missing credentials', 'id=1', '[request.token]'],
    ['the clause of the 401 response, for an empty credential', 'token=&id=1', '[request.token]'],
    ['the basis of repetition, for a repeated credential', 'token=a&token=b&id=1', '[assumption no-repetition]'],
    ['the basis of repetition, for a repeated parameter', 'token=t&id=1&id=2', '[assumption no-repetition]'],
    ['the basis of the default operation, for only foreign parameters', 'token=t&word=a', '[assumption plain-item]'],
    ['the basis of its kind, for a foreign parameter next to valid parameters', 'token=t&id=1&word=a', '[status.400]'],
  ])('%s', (_, query, owner) => expect(basisOf(query)).toBe(owner));
});

describe('a malformed value violates the assumption if the specification alone accepts the value', () => {
  test.each([
    ['id=x', '[request.item]'],
    ['id=1.5', '[request.item]'],
    ['id=', '[request.item]'],
    ['id=0', '[assumption positive]'],
    ['id=-3', '[assumption positive]'],
    ['id=0x10', '[assumption notation]'],
    ['id=1e3', '[assumption notation]'],
    ['id=%205', '[assumption notation]'],
    ['id=99999999999999999999', '[assumption notation]'],
    [`id=${'9'.repeat(5000)}`, '[assumption notation]'],
    ['id=5', 'no problem'],
    ['list=1&word=ab&count=3', 'no problem'],
    ['list=1&word=AB&count=3', '[assumption lower-case]'],
    ['list=1&word=%20ab&count=3', '[words.letters]'],
    ['list=1&word=a1&count=3', '[words.letters]'],
    ['list=1&word=&count=3', '[words.length]'],
  ])('%s', (query, owner) => expect(basisOf(`token=t&${query}`)).toBe(owner));
});

test('query errors have no basis in a document without clauses and assumptions', () => {
  const plain = operationTable(actionDocument());
  const resolution = resolve(plain, '');
  expect(plain).not.toHaveProperty('owners');
  expect(resolution.ok ? {} : Object.keys(resolution.error)).toEqual(['kind', 'status', 'message']);
});

test('the table contains the clause that a non-JSON response violates', () => {
  expect(table.json).toEqual({ clause: 'response.json' });
});
