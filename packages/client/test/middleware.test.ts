import { inspect } from 'node:util';
import { startMock } from '@vehicle-lookup/testing';
import { describe, expect, expectTypeOf, test, vi } from 'vitest';
import {
  clientOf,
  createClient,
  createVehicleLookup,
  type Middleware,
  type Outcome,
  type VehicleClient,
  VehicleLookupError,
} from '../src/index.ts';
import { answering, serve, serveSilence } from './support/service.ts';

const KEY = 'canary/Key+with=signs';
const account = { user: 'demo', key: KEY };
const clientAt = (baseUrl: string, more = {}): VehicleClient => createClient({ baseUrl, ...account, ...more });

test('a query determines the operation and the type of the response', async () => {
  const { address: baseUrl } = await startMock();
  const answer = await clientAt(baseUrl).GET('/api/', { params: { query: { carId: 25573, fluids: 1 } } });
  expectTypeOf(answer).toEqualTypeOf<Outcome<'getFluids'>>();
  expect(answer.data).toHaveProperty('data.0.ItemMPText', expect.any(String));
  expect(answer.response.status).toBe(200);
});

test('an error response is returned as `error`, including its body', async () => {
  const body = { success: false, message: 'no such vehicle' };
  const client = clientAt(await serve(answering(404, body, { 'x-own': '1' })));
  const { data, error, response } = await client.GET('/api/', { params: { query: { carId: 1, only: 1 } } });
  expect({ data, error, status: response.status }).toEqual({ error: body, status: 404 });
  expect(response.headers.get('x-own')).toBe('1');
});

describe('a response without JSON throws an error of the client', () => {
  test.each([
    ['invalid_response', 200, '<p>welcome</p>'],
    ['server', 502, '<p>bad gateway</p>'],
  ])('%s', async (code, status, body) => {
    const client = clientAt(await serve(answering(status, body)), { retry: false });
    const failure = client.GET('/api/', { params: { query: { brands: 1 } } });
    await expect(failure).rejects.toBeInstanceOf(VehicleLookupError);
    await expect(failure).rejects.toMatchObject({ code, operation: 'listBrands' });
  });
});

test('middleware receives requests and responses without the key and can change them', async () => {
  const received: string[] = [];
  const baseUrl = await serve((request, response) => {
    received.push(`${request.url} ${request.headers['x-trace']}`);
    answering(400, { success: false, message: `not with ${KEY}` })(request, response);
  });
  const client = clientAt(baseUrl);
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
  const { data } = await clientAt(baseUrl, { retry: { delay: 1 } }).GET('/api/', { params: { query: { brands: 1 } } });
  expect(data).toEqual({ success: true, data: [] });
});

test('a signal ends the call', async () => {
  const client = clientAt(await serve(() => undefined));
  const controller = new AbortController();
  const failure = client.GET('/api/', { params: { query: { brands: 1 } }, signal: controller.signal });
  controller.abort();
  await expect(failure).rejects.toMatchObject({ name: 'VehicleLookupError', code: 'aborted', operation: 'listBrands' });
});

/** Starts a service that returns the `x-trace` header of the request. */
const echo = () =>
  serve((request, response) =>
    answering(200, { success: true, data: [{ slug: 'x', name: request.headers['x-trace'] ?? 'none' }] })(
      request,
      response,
    ),
  );

const trace: Middleware = { onRequest: ({ request }) => request.headers.set('x-trace', 'a1') };

describe('a middleware', () => {
  test('receives the requests of methods, of GET and of call', async () => {
    const lookup = createVehicleLookup({ baseUrl: await echo(), ...account });
    const seen: string[] = [];
    lookup.use({ onRequest: ({ request }) => void seen.push(new URL(request.url).search) });
    await lookup.listBrands();
    await clientOf(lookup).GET('/api/', { params: { query: { brands: 1 } } });
    await clientOf(lookup).call('listModels', { brand: 'vw' });
    expect(seen).toEqual(['?brands=1', '?brands=1', '?brand=vw&models=1']);
  });

  test('may change a request, until it is removed', async () => {
    const lookup = createVehicleLookup({ baseUrl: await echo(), ...account });
    const name = async () => (await lookup.listBrands()).data[0]?.name;
    lookup.use(trace);
    expect(await name()).toBe('a1');
    lookup.eject(trace);
    expect(await name()).toBe('none');
  });

  test('may apply to a single call', async () => {
    const lookup = createVehicleLookup({ baseUrl: await echo(), ...account });
    expect((await lookup.listBrands({ middleware: [trace] })).data[0]?.name).toBe('a1');
    expect((await lookup.listBrands()).data[0]?.name).toBe('none');
  });

  test('may replace a request without losing the options of the call', async () => {
    const { baseUrl } = await serveSilence();
    const lookup = createVehicleLookup({ baseUrl, ...account });
    lookup.use({ onRequest: ({ request }) => new Request(request) });
    expect(await lookup.listBrands({ timeout: 20, retry: false }).safe()).toMatchObject({ error: { code: 'timeout' } });
  });

  test('may return a response itself, without a request', async () => {
    const fetch = vi.fn(async () => Response.json([]));
    const lookup = createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', ...account, fetch });
    const kept = { onRequest: () => Response.json({ success: true, data: [{ slug: 'kept' }] }) };
    lookup.use(kept);
    expect((await lookup.listBrands()).data).toEqual([{ slug: 'kept' }]);
    lookup.eject(kept);
    lookup.use({ onRequest: () => Response.json({ success: false, message: 'No.' }, { status: 404 }) });
    expect(await lookup.listBrands().safe()).toMatchObject({
      status: 404,
      body: { success: false, message: 'No.' },
      error: { code: 'not_found', message: 'listBrands: HTTP 404: No. Check the arguments.' },
    });
    expect(fetch).not.toHaveBeenCalled();
  });

  test('may replace a response', async () => {
    const lookup = createVehicleLookup({ baseUrl: await echo(), ...account });
    lookup.use({ onResponse: () => Response.json({ success: false, message: 'Closed.' }, { status: 404 }) });
    expect(await lookup.listBrands().safe()).toMatchObject({ status: 404, error: { code: 'not_found' } });
  });

  test('that throws an error fails the call, with the error as the cause', async () => {
    const lookup = createVehicleLookup({ baseUrl: await echo(), ...account });
    lookup.use({
      onRequest() {
        throw new TypeError('no token');
      },
    });
    const error = await lookup.listBrands().catch((reason) => reason);
    expect(error).toBeInstanceOf(VehicleLookupError);
    expect(error).toMatchObject({ code: 'network', cause: { name: 'TypeError', message: 'no token' } });
  });

  test('receives one request and one response, regardless of the number of attempts', async () => {
    let requests = 0;
    const baseUrl = await serve((request, response) => {
      answering(++requests < 3 ? 503 : 200, { success: true, data: [] })(request, response);
    });
    const seen: string[] = [];
    const lookup = createVehicleLookup({ baseUrl, ...account, retry: { delay: 1 } });
    lookup.use({
      onRequest: () => void seen.push('request'),
      onResponse: ({ response }) => void seen.push(`${response.status}`),
    });
    await lookup.listBrands();
    expect({ requests, seen }).toEqual({ requests: 3, seen: ['request', '200'] });
  });

  test('receives the error of a request without a response', async () => {
    const seen: unknown[] = [];
    const lookup = createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', ...account, retry: false });
    lookup.use({ onError: ({ error }) => void seen.push(error) });
    await lookup.listBrands().safe();
    expect(seen).toMatchObject([{ name: 'VehicleLookupError', code: 'network' }]);
    expect(inspect(seen, { depth: Number.POSITIVE_INFINITY, showHidden: true })).not.toContain('canary');
  });
});

test('a client accepts the options of openapi-fetch', async () => {
  const seen: unknown[] = [];
  const client = clientAt('http://127.0.0.1:1', {
    querySerializer: () => 'brands=1&own=1',
    requestInitExt: { dispatcher: 'own' },
    cache: 'no-store',
    fetch: async (address: string, init: RequestInit) => {
      seen.push(new URL(address).searchParams.get('own'), init);
      return Response.json({ success: true, data: [] });
    },
  });
  await client.GET('/api/', { params: { query: { brands: 1 } } });
  expect(seen).toMatchObject(['1', { dispatcher: 'own', cache: 'no-store' }]);
});
