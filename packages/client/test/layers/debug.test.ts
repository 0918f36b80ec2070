import { expect, test } from 'vitest';
import { createVehicleLookup } from '../../src/index.ts';
import { debug } from '../../src/layers/debug.ts';
import { answering, serve } from '../support/service.ts';

const account = { user: 'demo', key: 'CANARY/7391' };

test('each request and each response is a line, without credentials', async () => {
  const lines: string[] = [];
  let requests = 0;
  const baseUrl = await serve((request, response) => {
    answering(++requests === 1 ? 503 : 200, { success: requests > 1, data: [] })(request, response);
  });
  const layers = [debug((line) => lines.push(line))];
  const lookup = createVehicleLookup({ baseUrl, ...account, layers, retry: { delay: 1 } });
  await lookup.listModels(account.key);
  const request = `vehicle-lookup GET ${baseUrl}/api/?brand=***&models=1`;
  expect(lines.map((line) => line.replace(/\d+ ms$/, 'n ms'))).toEqual([
    request,
    `${request} 503 after n ms`,
    request,
    `${request} 200 after n ms`,
  ]);
  expect(lines.join()).not.toMatch(/CANARY|demo/);
});

test('a request without a response has a line with the name of the error', async () => {
  const lines: string[] = [];
  const fetch = async (address: string) => {
    throw new TypeError(address);
  };
  const layers = [debug((line) => lines.push(line))];
  const lookup = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch, layers, retry: false });
  await lookup.listBrands().safe();
  expect(lines[1]).toMatch(/brands=1 TypeError after \d+ ms$/);
});
