import { inspect } from 'node:util';
import { startMock } from '@vehicle-lookup/testing';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type Outcome, VehicleLookupError } from '../../src/index.ts';
import { createOpenapiFetch, type OpenapiFetch } from '../../src/integrations/openapi-fetch.ts';
import { answering, serve } from '../support/service.ts';

const KEY = 'canary/Key+with=signs';
const account = { user: 'demo', key: KEY };
const clientOf = (baseUrl: string, more = {}): OpenapiFetch => createOpenapiFetch({ baseUrl, ...account, ...more });

test('a query determines the operation and the type of the response', async () => {
  const { address: baseUrl } = await startMock();
  const answer = await clientOf(baseUrl).GET('/api/', { params: { query: { carId: 25573, fluids: 1 } } });
  expectTypeOf(answer).toEqualTypeOf<Outcome<'getFluids'>>();
  expect(answer.data).toHaveProperty('data.0.ItemMPText', expect.any(String));
  expect(answer.response.status).toBe(200);
});

test('a failure is an error with its body', async () => {
  const body = { success: false, message: 'no such vehicle' };
  const client = clientOf(await serve(answering(404, body, { 'x-own': '1' })));
  const { data, error, response } = await client.GET('/api/', { params: { query: { carId: 1, only: 1 } } });
  expect({ data, error, status: response.status }).toEqual({ error: body, status: 404 });
  expect(response.headers.get('x-own')).toBe('1');
});

describe('without a JSON response it throws the error of the client', () => {
  test.each([
    ['refused', 200, { success: false, message: 'no' }],
    ['invalid_response', 200, '<p>welcome</p>'],
    ['server', 502, '<p>bad gateway</p>'],
  ])('%s', async (code, status, body) => {
    const client = clientOf(await serve(answering(status, body)), { retry: false });
    const failure = client.GET('/api/', { params: { query: { brands: 1 } } });
    await expect(failure).rejects.toBeInstanceOf(VehicleLookupError);
    await expect(failure).rejects.toMatchObject({ code, operation: 'listBrands' });
  });
});

test('a middleware sees requests and responses without the key, and can change them', async () => {
  const received: string[] = [];
  const baseUrl = await serve((request, response) => {
    received.push(`${request.url} ${request.headers['x-trace']}`);
    answering(400, { success: false, message: `not with ${KEY}` })(request, response);
  });
  const client = clientOf(baseUrl);
  const seen: unknown[] = [];
  client.use({
    onRequest({ request }) {
      request.headers.set('x-trace', 'a1');
      seen.push(request.url);
    },
    onResponse: ({ request, response }) => void seen.push(request, response),
  });
  const answer = await client.GET('/api/', { params: { query: { vin: 'WVWZZZ1KZAW000001' } } });
  expect(received).toEqual([expect.stringContaining(`key=${encodeURIComponent(KEY)} a1`)]);
  expect(seen[0]).toBe(`${baseUrl}/api/?vin=WVWZZZ1KZAW000001`);
  const shown = inspect([seen, answer, client], { depth: Number.POSITIVE_INFINITY, showHidden: true });
  for (const form of [KEY, encodeURIComponent(KEY), btoa(KEY)]) expect(shown).not.toContain(form);
});

test('a request is repeated after a server error', async () => {
  let requests = 0;
  const baseUrl = await serve((request, response) => {
    answering(++requests === 1 ? 503 : 200, { success: true, data: [] })(request, response);
  });
  const { data } = await clientOf(baseUrl, { retry: { delay: 1 } }).GET('/api/', { params: { query: { brands: 1 } } });
  expect(data).toEqual({ success: true, data: [] });
});

test('a signal ends the call', async () => {
  const client = clientOf(await serve(() => undefined));
  const controller = new AbortController();
  const failure = client.GET('/api/', { params: { query: { brands: 1 } }, signal: controller.signal });
  controller.abort();
  await expect(failure).rejects.toMatchObject({ name: expect.stringMatching(/AbortError|VehicleLookupError/) });
});
