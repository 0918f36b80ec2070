import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import type { paths } from '@vehicle-lookup/contract/types';
import createOpenapiClient from 'openapi-fetch';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type Bodies, createClient, createFetch, createVehicleLookup } from '../src/index.ts';
import { answering, serve } from './support/service.ts';
import { wrong } from './support/untyped.ts';

const KEY = 'canary/Key+with=signs';
const account = { user: 'demo', key: KEY, retry: false } as const;
const query = { brands: 1 } as const;
const body = { success: true, data: [{ slug: 'x', name: 'X' }] } as const;

/** Starts a service that records the headers and URLs of its requests. */
async function recordingService() {
  const requests: { url: string | undefined; headers: NodeJS.Dict<string | string[]> }[] = [];
  const baseUrl = await serve((request, response) => {
    requests.push({ url: request.url, headers: request.headers });
    answering(200, body)(request, response);
  });
  return { baseUrl, requests };
}

/** The header formats that `fetch` accepts. */
const FORMS: [string, (headers: Record<string, string>) => HeadersInit][] = [
  ['an object', (headers) => headers],
  ['a Headers object', (headers) => new Headers(headers)],
  ['a list of pairs', (headers) => Object.entries(headers)],
];

describe.each(FORMS)('headers as %s are sent', (_, form) => {
  const ofClient = form({ 'x-trace': 'client', authorization: 'Bearer a' });
  const ofCall = form({ 'X-Trace': 'call' });
  const expected = { 'x-trace': 'call', authorization: 'Bearer a', 'user-agent': 'vehicle-lookup-client' };

  test('by a method', async () => {
    const { baseUrl, requests } = await recordingService();
    await createVehicleLookup({ baseUrl, ...account, headers: ofClient }).listBrands({ headers: ofCall });
    expect(requests).toMatchObject([{ headers: expected }]);
  });

  test.each([true, false])('by GET; with middleware: %s', async (isUsed) => {
    const { baseUrl, requests } = await recordingService();
    const client = createClient({ baseUrl, ...account, headers: ofClient });
    if (isUsed) client.use({ onRequest: () => undefined });
    await client.GET('/api/', { params: { query }, headers: ofCall });
    expect(requests).toMatchObject([{ headers: expected }]);
  });

  test('by createFetch, and by openapi-fetch with createFetch', async () => {
    const { baseUrl, requests } = await recordingService();
    const fetch = createFetch({ baseUrl, ...account, headers: ofClient });
    await fetch('?brands=1', { headers: ofCall });
    await fetch(new Request(`${baseUrl}/api/?brands=1`, { headers: ofCall }));
    await createOpenapiClient<paths>({ baseUrl, fetch }).GET('/api/', {
      params: { query },
      headers: { 'x-trace': 'call' },
    });
    expect(requests).toMatchObject([{ headers: expected }, { headers: expected }, { headers: expected }]);
  });
});

test('null removes a header, as in openapi-fetch', async () => {
  const { baseUrl, requests } = await recordingService();
  const client = createClient({ baseUrl, ...account, headers: { 'x-trace': 'client', 'x-count': 7 } });
  await client.GET('/api/', { params: { query }, headers: { 'x-trace': null } });
  expect(requests[0]?.headers).toMatchObject({ 'x-count': '7' });
  expect(requests[0]?.headers).not.toHaveProperty('x-trace');
});

test.each([{ authorization: `Bearer\n${KEY}` }, [['authorization', `Bearer\n${KEY}`]], { 'x y': KEY }])(
  'an invalid header is rejected, and the message does not contain the header (%#)',
  async (headers) => {
    const { baseUrl } = await recordingService();
    const failure = { code: 'invalid_argument', message: expect.not.stringContaining('canary') };
    expect(() => createClient(wrong({ baseUrl, ...account, headers }))).toThrow(expect.objectContaining(failure));
    const options: { headers: HeadersInit } = wrong({ headers });
    const lookup = createVehicleLookup({ baseUrl, ...account });
    expect(await lookup.listBrands(options).safe()).toMatchObject({ error: failure });
    await expect(createFetch({ baseUrl, ...account })('?brands=1', options)).rejects.toMatchObject(failure);
  },
);

describe('parseAs of openapi-fetch', () => {
  const text = JSON.stringify(body);

  test('returns the body of a success in a different format, with the correct type', async () => {
    const { baseUrl } = await recordingService();
    const client = createClient({ baseUrl, ...account });
    const asText = await client.GET('/api/', { params: { query }, parseAs: 'text' });
    expectTypeOf(asText.data).toEqualTypeOf<string | undefined>();
    expect(asText.data).toBe(text);
    const asBuffer = await client.call('listBrands', {}, { parseAs: 'arrayBuffer' });
    expectTypeOf(asBuffer.data).toEqualTypeOf<ArrayBuffer | undefined>();
    expect(new TextDecoder().decode(asBuffer.data)).toBe(text);
    const { data: blob } = await client.GET('/api/', { params: { query }, parseAs: 'blob' });
    expect(await blob?.text()).toBe(text);
    const { data: stream } = await client.GET('/api/', { params: { query }, parseAs: 'stream' });
    expect(await new Response(stream).text()).toBe(text);
    const asJson = await client.GET('/api/', { params: { query }, parseAs: 'json' });
    expectTypeOf(asJson.data).toEqualTypeOf<Bodies['listBrands'] | undefined>();
    expect(asJson.data).toEqual(body);
  });

  test('reads a response that a middleware has replaced', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', ...account });
    client.use({ onRequest: () => new Response('replaced') });
    expect((await client.GET('/api/', { params: { query }, parseAs: 'text' })).data).toBe('replaced');
  });

  test('does not apply to a failure', async () => {
    const failure = { success: false, message: 'No.' };
    const client = createClient({ baseUrl: await serve(answering(404, failure)), ...account });
    const { data, error } = await client.GET('/api/', { params: { query }, parseAs: 'text' });
    expect({ data, error }).toEqual({ error: failure });
  });

  test('returns a failure with the status of a success as an error', async () => {
    const failure = { success: false, message: 'No.' };
    const client = createClient({ baseUrl: await serve(answering(200, failure)), ...account });
    const { data, error } = await client.GET('/api/', { params: { query }, parseAs: 'text' });
    expect({ data, error }).toEqual({ error: failure });
  });

  test('is rejected if openapi-fetch does not support the value, and by methods, which parse the body themselves', async () => {
    const { baseUrl, requests } = await recordingService();
    const client = createClient({ baseUrl, ...account });
    await expect(client.GET('/api/', wrong({ params: { query }, parseAs: 'xml' }))).rejects.toMatchObject({
      message:
        'listBrands: parseAs: expected one of json, text, blob, arrayBuffer, stream, got string of 3 characters.',
    });
    const method = createVehicleLookup({ baseUrl, ...account }).listBrands(wrong({ parseAs: 'text' }));
    await expect(method).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(requests).toEqual([]);
  });
});

describe('the other options of openapi-fetch', () => {
  test('apply to a single call', async () => {
    const { baseUrl, requests } = await recordingService();
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', ...account });
    await client.GET('/api/', {
      params: { query },
      baseUrl: `${baseUrl}/api/`,
      querySerializer: () => 'brands=1&own=1',
    });
    expect(requests).toMatchObject([{ url: expect.stringMatching(/^\/api\/\?brands=1&own=1&user=demo&key=/) }]);
  });

  test('are passed to fetch, including options of a Request and options that a Request does not expose', async () => {
    const seen: RequestInit[] = [];
    const fetch = async (_: string, init: RequestInit) => {
      seen.push(init);
      return Response.json(body);
    };
    const options = { baseUrl: 'http://127.0.0.1:1', ...account, fetch };
    const init = { cache: 'reload', credentials: 'omit', referrerPolicy: 'no-referrer' } as const;
    await createFetch(options)(new Request('http://127.0.0.1:1/api/?brands=1', init));
    await createFetch({ ...options, ...init } as typeof options)('?brands=1');
    await createClient({ ...options, ...init }).GET('/api/', { params: { query } });
    await createClient(options).GET('/api/', { params: { query }, ...init });
    expect(seen).toMatchObject([init, init, init, init]);
    expect(seen[0]?.mode).toBeUndefined();
    const hidden = wrong({ dispatcher: 'a proxy', priority: 'low' });
    const client = createClient({ ...options, ...(hidden as object) });
    client.use({ onRequest: ({ request }) => new Request(request, { headers: { 'x-trace': 'a1' } }) });
    await client.GET('/api/', { params: { query } });
    expect(seen[4]).toMatchObject({ dispatcher: 'a proxy', priority: 'low' });
  });

  test('do not leave a listener behind if they are rejected', async () => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', ...account });
    const { signal } = new AbortController();
    const failure = client.GET('/api/', { params: { query }, signal, headers: { 'x y': '' } });
    await expect(failure).rejects.toMatchObject({ code: 'invalid_argument' });
    const other = client.GET('/api/', { params: { query }, signal, baseUrl: 'nowhere' });
    await expect(other).rejects.toMatchObject({ message: expect.stringMatching(/^listBrands: baseUrl: /) });
    expect(getEventListeners(signal, 'abort')).toEqual([]);
  });
});

describe('the credentials are sent only to the API URL', () => {
  test.each([
    ['a different host', () => new Request('http://127.0.0.2:1/api/?brands=1')],
    ['a different path', ({ url }: Request) => new Request(url.replace('/api/', '/steal/'))],
    ['a different method', (request: Request) => new Request(request, { method: 'POST', body: 'x' })],
  ])('%s from a middleware is rejected', async (_, change) => {
    const { baseUrl, requests } = await recordingService();
    const client = createClient({ baseUrl, ...account });
    client.use({ onRequest: ({ request }) => change(request) });
    const failure = client.GET('/api/', { params: { query } });
    await expect(failure).rejects.toMatchObject({ code: 'invalid_argument', operation: 'listBrands' });
    expect(requests).toEqual([]);
  });

  test('requestInitExt cannot change the method', async () => {
    const { baseUrl, requests } = await recordingService();
    const client = createClient({ baseUrl, ...account, requestInitExt: { method: 'POST', body: 'x' } });
    await expect(client.GET('/api/', { params: { query } })).rejects.toMatchObject({ code: 'invalid_argument' });
    expect(requests).toEqual([]);
  });

  test('a fragment does not remove the credentials', async () => {
    const { baseUrl, requests } = await recordingService();
    await createFetch({ baseUrl, ...account })(`${baseUrl}/api/?brands=1#part`);
    await createClient({ baseUrl, ...account, querySerializer: () => 'brands=1#part' }).GET('/api/', {
      params: { query },
    });
    const url = `/api/?brands=1&user=demo&key=${encodeURIComponent(KEY)}`;
    expect(requests).toMatchObject([{ url }, { url }]);
  });

  test('an invalid URL is rejected, and the error does not contain the URL', async () => {
    const error = await createFetch({ baseUrl: 'http://127.0.0.1:1', ...account })(`http://[?key=${KEY}`).catch(
      (one) => one,
    );
    expect(error).toMatchObject({ code: 'invalid_argument' });
    expect(inspect(error)).not.toContain(KEY);
  });
});

test.each([[undefined], [{}], [{ params: {} }], [{ params: { query: null } }]])(
  'GET without a query is rejected: %j',
  async (init) => {
    const client = createClient({ baseUrl: 'http://127.0.0.1:1', ...account });
    await expect(client.GET('/api/', wrong(init))).rejects.toMatchObject({
      message: expect.stringMatching(/^GET: query: expected an object, got /),
    });
  },
);

test('the openapi-fetch client works with createFetch, and its types accept only valid API queries', async () => {
  const { baseUrl, requests } = await recordingService();
  const client = createOpenapiClient<paths>({ baseUrl, fetch: createFetch({ baseUrl, ...account }) });
  const { data } = await client.GET('/api/', { params: { query: { brand: 'x', models: 1 } } });
  expect(data).toEqual(body);
  expect(requests).toMatchObject([{ url: expect.stringMatching(/^\/api\/\?brand=x&models=1&user=demo&key=/) }]);
});
