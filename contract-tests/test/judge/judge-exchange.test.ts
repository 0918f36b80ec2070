import { errorBody } from '@vehicle-lookup/contract';
import { expect, test } from 'vitest';
import { type JudgedExchange, judgeExchange } from '../../src/judge-exchange.ts';
import { example, KEY } from '../support/service.ts';

const judge = (query: string, status: number, body: unknown, more: Partial<JudgedExchange> = {}) =>
  judgeExchange({
    method: 'GET',
    query,
    hasOtherCredentials: false,
    address: 'https://vehicles.example.com/api/',
    status,
    headers: [['content-type', 'application/json']],
    body: Buffer.from(JSON.stringify(body)),
    secrets: [KEY],
    ...more,
  }).map(({ code, place, clause, assumption }) => [code, place, clause ?? assumption]);

const ACCOUNT = new URLSearchParams({ user: 'u', key: KEY }).toString();

test.each<[what: string, query: string, status: number, body: unknown, violations: unknown[]]>([
  ['a valid response', `${ACCOUNT}&brands=1`, 200, example('listBrands'), []],
  [
    'a response without credentials',
    'brands=1',
    200,
    example('listBrands'),
    [['missing-credentials', undefined, 'authentication.3']],
  ],
  ['any rejection of a query with two errors', 'brands=1&models=1', 400, errorBody('No.'), []],
  [
    'a success for a query without parameters',
    ACCOUNT,
    200,
    example('listBrands'),
    [['missing-parameter', undefined, 'errors.400']],
  ],
  ['an invalid error body', `${ACCOUNT}&models=1`, 400, { error: 'No.' }, [['schema', '/success', 'error-body']]],
  [
    'a repeated key',
    `${ACCOUNT}&brands=1`,
    200,
    { ...Object(example('listBrands')), echo: KEY },
    [['secret-echoed', undefined, 'authentication.1']],
  ],
])('%s is judged according to its query', (_, query, status, body, violations) => {
  expect(judge(query, status, body)).toEqual(violations);
});

test('a warning is not a violation, and the body of a response to HEAD is not judged', () => {
  const headers: [string, string][] = [
    ['content-type', 'application/json'],
    ['cache-control', 'public'],
  ];
  expect(judge(`${ACCOUNT}&brands=1`, 200, example('listBrands'), { headers })).toEqual([]);
  expect(judge(`${ACCOUNT}&brands=1`, 200, '', { method: 'HEAD' })).toEqual([]);
});
