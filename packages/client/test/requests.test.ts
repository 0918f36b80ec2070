import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import type { OperationTable } from '@vehicle-lookup/openapi/selectors';
import { describe, expect, test } from 'vitest';
import { createClient } from '../src/index.ts';
import { serve } from './support/service.ts';
import { untyped } from './support/untyped.ts';

const tableFile = join(import.meta.dirname, '../../../spec/dist/operation-table.json');
const table: OperationTable = JSON.parse(readFileSync(tableFile, 'utf8'));
const account = { user: 'demo', key: 'the key' };

const clientAt = (baseUrl: string) => untyped(createClient({ baseUrl, ...account }));

/** Starts a service that returns the URL of the request. */
const echo = () => serve((request, response) => response.end(JSON.stringify({ address: request.url })));

async function addressOf(
  result: Promise<{ data?: unknown }>,
): Promise<{ path: string; query: Record<string, string> }> {
  const { address } = (await result).data as { address: string };
  const url = new URL(address, 'http://service');
  return { path: url.pathname, query: Object.fromEntries(url.searchParams) };
}

describe.each(table.operations)('$id', ({ id, selectors, parameters }) => {
  const inputs = Object.fromEntries(
    Object.entries(parameters).map(([name, { type }]) => [name, type === 'integer' ? 7 : 'ä & b']),
  );
  const text = Object.fromEntries(Object.entries(inputs).map(([name, value]) => [name, String(value)]));
  const expected = { path: table.path, query: { ...text, ...selectors, ...account } };

  test('called by name sends its parameters, its selectors and the credentials', async () => {
    const raw = clientAt(await echo());
    expect(await addressOf(raw.call(id, inputs))).toEqual(expected);
  });

  test('called by query sends the query and the credentials', async () => {
    const raw = clientAt(await echo());
    const query = { ...inputs, ...selectors };
    expect(await addressOf(raw.GET(table.path, { params: { query } }))).toEqual(expected);
  });
});

test.each(['', '/', '/api', '/api/', '/api//'])('a base URL that ends in "%s" is equivalent', async (end) => {
  const raw = createClient({ baseUrl: `${await echo()}${end}`, ...account });
  expect((await addressOf(raw.call('listBrands', {}))).path).toBe('/api/');
});

test.each([
  ['/v1', '/v1/api/'],
  ['/v1/api/', '/v1/api/'],
  ['/my-api', '/my-api/api/'],
])('a base URL with the path %s sends requests to %s', async (path, expected) => {
  const raw = createClient({ baseUrl: `${await echo()}${path}`, ...account });
  expect((await addressOf(raw.call('listBrands', {}))).path).toBe(expected);
});

test('a query cannot replace the credentials', async () => {
  const raw = clientAt(await echo());
  expect((await addressOf(raw.call('listBrands', { key: 'another' }))).query.key).toBe(account.key);
});

test('a request may have its own fetch and headers', async () => {
  const raw = createClient({ baseUrl: 'http://127.0.0.1:1', ...account });
  const seen: string[] = [];
  await raw.call(
    'listBrands',
    {},
    {
      headers: { 'x-request-id': '42' },
      fetch: async (_, { headers }) => {
        seen.push(new Headers(headers).get('x-request-id') ?? '');
        return Response.json({ success: true, data: [] });
      },
    },
  );
  expect(seen).toEqual(['42']);
});

test('a client may have its own fetch', async () => {
  const fetch = async () => Response.json({ success: true, data: [] });
  const raw = createClient({ baseUrl: 'http://127.0.0.1:1', ...account, fetch });
  expect((await raw.call('listBrands', {})).data).toEqual({ success: true, data: [] });
});
