import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { operationTable } from '@vehicle-lookup/contract';
import { type Document, exampleQuery } from '@vehicle-lookup/openapi';
import { bin, sendJson, serveHttp, startCommand } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { runtimePath } from '../../packages/client/bench/runtimes/runtimes.ts';

const path = createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.json');
const document: Document = JSON.parse(readFileSync(path, 'utf8'));

describe.each(['node-20', 'node-22'] as const)('the mock on %s', (runtime) => {
  /** Starts the mock and returns a function that sends a valid query of an operation. */
  async function start(...args: string[]) {
    const mock = startCommand([runtimePath(runtime), bin('mock'), '--port', '0', ...args]);
    await mock.printed(/^http\S+ /m);
    const [address] = mock.output.out.split(' ');
    return (id: string, headers = {}) => {
      const query = new URLSearchParams({ user: 'u', key: 'k', ...exampleQuery(document, id) });
      return fetch(`${address}?${query}`, { headers });
    };
  }

  test('responds with every declared status of every operation', async () => {
    const get = await start();
    for (const { id, statuses } of operationTable.operations)
      for (const status of statuses) expect((await get(id, { prefer: `code=${status}` })).status).toBe(Number(status));
  });

  test('validates the responses of a service', async () => {
    const service = await serveHttp((_, response) => sendJson(response, 200, { success: true, data: 'no list' }));
    const response = await (await start('--upstream', service.address))('listBrands');
    expect(response.headers.get('x-contract-violations')).toContain('data');
  });
});
