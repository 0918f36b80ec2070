import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createVehicleLookup, type Fetch, type VehicleLookupError } from '../../src/index.ts';
import { createCache } from '../../src/layers/cache.ts';
import { createProxy, type ProxyOptions } from '../../src/proxy/proxy.ts';
import { turns } from '../support/service.ts';

const key = 'CANARY/7391+x';
const options: ProxyOptions = {
  baseUrl: 'https://vehicles.example.com',
  user: 'demo',
  key,
  operations: ['decodeVin', 'getFluids'],
};
const vin = 'WVWZZZ1KZAW000001';
const page = 'https://shop.example.com';

/** Creates a proxy for a fake service, and records the requested URLs. */
function fake(answer: (address: string) => Response, more: Partial<ProxyOptions> = {}) {
  const asked: string[] = [];
  const fetch: Fetch = async (address) => {
    asked.push(address);
    return answer(address);
  };
  const proxy = createProxy({ ...options, fetch, retry: false, ...more } as ProxyOptions);
  const ask = (query: string, headers: Record<string, string> = {}, method = 'GET') =>
    proxy(new Request(`${page}/vehicles/api/?${query}`, { headers, method }));
  return { asked, ask, proxy };
}
const vehicle = () => Response.json({ success: true, data: { carId: 7, make: 'VW' } });
const failed =
  (status: number, headers = {}) =>
  () =>
    Response.json({ success: false, message: `No, ${key}.` }, { status, headers });

afterEach(() => {
  vi.unstubAllGlobals();
});

test('a client without credentials gets parsed data through the proxy', async () => {
  const { asked, proxy } = fake(vehicle);
  vi.stubGlobal('location', { href: `${page}/index.html` });
  const lookup = createVehicleLookup({
    baseUrl: '/vehicles',
    fetch: (address, init) => proxy(new Request(address, init)),
  });
  expect((await lookup.decodeVin(vin)).data).toEqual({ carId: 7, make: 'VW' });
  expect(asked).toEqual([`https://vehicles.example.com/api/?vin=${vin}&user=demo&key=${encodeURIComponent(key)}`]);
  const error: VehicleLookupError = await lookup.listBrands().catch((reason) => reason);
  expect(error).toMatchObject({ code: 'forbidden_by_plan', message: expect.stringContaining('listBrands is not') });
});

test('a path is not a valid base URL outside web pages', () => {
  expect(() => createVehicleLookup({ baseUrl: '/vehicles' })).toThrow('baseUrl: expected a URL like http://');
});

describe('the proxy does not spend a consultation for', () => {
  test.each<[string, string, Record<string, string>, string, number, string]>([
    ['an operation that is not listed', 'brands=1', {}, 'GET', 403, 'listBrands is not available here.'],
    ['an invalid VIN', 'vin=short', {}, 'GET', 400, 'vin: expected 8 to 17 characters'],
    [
      'an unknown parameter',
      `vin=${vin}&page=2`,
      {},
      'GET',
      400,
      'page: unknown query parameter; expected some of vin, ',
    ],
    ['a misspelt selector', 'carId=5&fluid=1', {}, 'GET', 400, 'fluid: unknown query parameter; expected some of '],
    ['credentials of the visitor', `vin=${vin}&user=me&key=mine`, {}, 'GET', 400, 'Do not send user and key'],
    ['a different origin', `vin=${vin}`, { origin: 'https://evil.example' }, 'GET', 403, 'origin'],
    ['an image on a different site', `vin=${vin}`, { 'sec-fetch-site': 'cross-site' }, 'GET', 403, 'origin'],
    ['a different method', `vin=${vin}`, {}, 'POST', 405, 'Use GET.'],
  ])('%s', async (_, query, headers, method, status, message) => {
    const { asked, ask } = fake(vehicle);
    const response = await ask(query, headers, method);
    const body = await response.json();
    expect({ status: response.status, body }).toMatchObject({ status, body: { success: false } });
    expect(body.message).toContain(message);
    expect(asked).toEqual([]);
  });
});

describe('visitors do not see', () => {
  test.each<[string, (address: string) => Response, number]>([
    ['an invalid account', failed(401), 503],
    ['an exhausted quota', failed(429, { 'retry-after': '86400' }), 503],
    ['a server error', failed(500), 503],
    ['an HTML page', (address) => new Response(`<p>${address}`), 503],
    ['a redirect', (address) => new Response(null, { status: 302, headers: { location: address } }), 502],
    [
      'a broken connection',
      (address) => {
        throw new TypeError(`failed: ${address}`);
      },
      502,
    ],
  ])('%s', async (_, answer, status) => {
    const response = await fake(answer).ask(`vin=${vin}`);
    expect(response.status).toBe(status);
    const text = await response.text();
    expect(text).toBe('{"success":false,"message":"The lookup is not available. Try again later."}');
    expect([...response.headers].join()).not.toMatch(/CANARY|demo/);
  });

  test('the key, even in a success or a failure that repeats it', async () => {
    const forms = [key, encodeURIComponent(key), btoa(key), Buffer.from(key).toString('hex'), key.replace('/', '\\/')];
    for (const form of forms) {
      const repeats = () =>
        Response.json({ success: true, data: { carId: 7, make: form } }, { headers: { link: form } });
      const response = await fake(repeats).ask(`vin=${vin}`);
      const all = `${await response.text()} ${[...response.headers].join()}`;
      expect(all).toContain('***');
      expect(all).not.toContain(form);
    }
    expect(await (await fake(failed(404)).ask(`vin=${vin}`)).text()).toBe('{"success":false,"message":"No, ***."}');
  });

  test('headers about the account', async () => {
    const headers = { ratelimit: '"allowance";r=7;t=9', 'x-request-id': 'a1', 'set-cookie': 'a=1' };
    const response = await fake(() => Response.json([], { headers })).ask('carId=1&fluids=1');
    expect([...response.headers.keys()]).toEqual(['access-control-expose-headers', 'content-type', 'vary']);
  });
});

test('a rejection of an operation that the plan lacks is not retried, and the page gets the reason once', async () => {
  const { asked, ask } = fake(failed(403));
  const lookup = createVehicleLookup({
    baseUrl: `${page}/vehicles`,
    fetch: (address) => ask(new URL(address).searchParams.toString()),
  });
  const result = await lookup.decodeVin(vin).safe();
  expect(result).toMatchObject({ status: 403, error: { code: 'forbidden_by_plan' } });
  expect(result.ok || result.error.message).toContain('HTTP 403: decodeVin is not available here.');
  expect(asked).toHaveLength(1);
});

test.each<[string, () => Response]>([
  ['an invalid key', failed(401)],
  ['a success with unexpected JSON', () => Response.json('maintenance')],
])('%s causes one request, because clients do not retry responses of the proxy', async (_, answer) => {
  const { asked, ask } = fake(answer);
  const lookup = createVehicleLookup({
    baseUrl: `${page}/vehicles`,
    fetch: (address) => ask(new URL(address).searchParams.toString()),
  });
  expect(await lookup.decodeVin(vin).safe()).toMatchObject({ status: 503, error: { code: 'server' } });
  expect(asked).toHaveLength(1);
});

test.each<[string, () => Response]>([
  ['a server error', failed(500)],
  [
    'a broken connection',
    () => {
      throw new TypeError('cut');
    },
  ],
])('after %s, the proxy retries, but the client in the page does not', async (_, answer) => {
  const { asked, ask } = fake(answer, { retry: { delay: 1 } });
  const lookup = createVehicleLookup({
    baseUrl: `${page}/vehicles`,
    fetch: (address) => ask(new URL(address).searchParams.toString()),
  });
  await expect(lookup.decodeVin(vin)).rejects.toThrow('Try again later.');
  expect(asked).toHaveLength(3);
});

test.each([5, 3600])('a page gets the error immediately if its visitor must wait for %i seconds', async (seconds) => {
  const { ask } = fake(vehicle, { limit: { requests: 1, seconds, visitor: () => 'me' } });
  const lookup = createVehicleLookup({
    baseUrl: `${page}/vehicles`,
    fetch: (address) => ask(new URL(address).searchParams.toString()),
  });
  await lookup.decodeVin(vin);
  const error: VehicleLookupError = await lookup.decodeVin(vin).catch((reason) => reason);
  expect(error).toMatchObject({ code: 'rate_limited', status: 429, retryAfter: seconds });
  expect(error.message).toBe('decodeVin: HTTP 429: Too many requests. Try again later.');
});

test('a visitor who exceeds the limit gets the remaining time', async () => {
  vi.useFakeTimers({ toFake: ['performance'] });
  const { ask } = fake(vehicle, { limit: { requests: 1, seconds: 10, visitor: () => 'me' } });
  await ask(`vin=${vin}`);
  vi.advanceTimersByTime(8_000);
  expect((await ask(`vin=${vin}`)).headers.get('retry-after')).toBe('2');
  vi.useRealTimers();
});

test('an event states the reason for a 502, without the key', async () => {
  const messages: unknown[] = [];
  const { ask } = fake(
    (address) => {
      throw Object.assign(new Error(`failed: ${address}`), { cause: { code: 'ECONNREFUSED' } });
    },
    { onEvent: (event) => event.type === 'end' && messages.push(event.message) },
  );
  await ask(`vin=${vin}`);
  expect(messages).toEqual([expect.stringMatching(/^decodeVin: no answer: failed: .*key=\*\*\*/)]);
});

test('the error message contains the next step only once', async () => {
  const { ask } = fake(failed(500));
  const lookup = createVehicleLookup({
    baseUrl: `${page}/vehicles`,
    fetch: (address) => ask(new URL(address).searchParams.toString()),
    retry: false,
  });
  await expect(lookup.decodeVin(vin)).rejects.toThrow(
    /^decodeVin: HTTP 503: The lookup is not available\. Try again later\.$/,
  );
});

test.each([
  ['user=me&key=secret', 'Do not send user and key: the server adds the account.'],
  [`vin=${vin}&key=`, 'Do not send key: the server adds the account.'],
])('a page that sends credentials gets an explanation: %s', async (query, message) => {
  const { asked, ask } = fake(vehicle);
  const response = await ask(query);
  expect([response.status, (await response.json()).message]).toEqual([400, message]);
  expect(asked).toEqual([]);
});

test('the message about an invalid request does not request credentials', async () => {
  const { message } = await (await fake(vehicle).ask('')).json();
  expect(message).toMatch(/^vin: missing\. decodeVin takes vin\./);
});

test('visitors see the errors in their own requests and the time of the next attempt', async () => {
  expect((await fake(failed(404)).ask(`vin=${vin}`)).status).toBe(404);
  const later = await fake(failed(429, { 'retry-after': '86400' })).ask(`vin=${vin}`);
  expect([later.status, later.headers.get('retry-after')]).toEqual([503, '86400']);
});

test('pages from listed origins may use the proxy', async () => {
  const { ask } = fake(vehicle, { origins: ['https://other.example'] });
  const headers = { origin: 'https://other.example' };
  const response = await ask(`vin=${vin}`, headers);
  expect([response.status, response.headers.get('access-control-allow-origin')]).toEqual([200, headers.origin]);
  expect((await ask('', headers, 'OPTIONS')).status).toBe(204);
});

test('the limit applies to each visitor separately', async () => {
  const limit = { requests: 2, seconds: 60, visitor: (request: Request) => request.headers.get('x-visitor') ?? '' };
  const { asked, ask } = fake(vehicle, { limit });
  const statuses = [];
  for (const visitor of ['a', 'a', 'a', 'b']) statuses.push((await ask(`vin=${vin}`, { 'x-visitor': visitor })).status);
  expect(statuses).toEqual([200, 200, 429, 200]);
  expect(asked).toHaveLength(3);
});

test('a visitor function that throws an error causes a response without a charge', async () => {
  const visitor = () => {
    throw new Error('no header');
  };
  const { asked, ask } = fake(vehicle, { limit: { requests: 1, seconds: 60, visitor } });
  expect((await ask(`vin=${vin}`)).status).toBe(502);
  expect(asked).toEqual([]);
});

test('the limit in the README recognises a visitor who sends a different X-Forwarded-For each time', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, code] = /visitor: (.*),\n/.exec(readme) ?? [];
  const visitor: (request: Request) => string = new Function(`return ${code}`)();
  const { ask } = fake(vehicle, { limit: { requests: 2, seconds: 60, visitor } });
  const statuses = [];
  // The header as nginx sends it: the value from the visitor, followed by the visitor's address.
  for (const sent of ['1.1.1.1, ', '2.2.2.2, ', '3.3.3.3, ', ''])
    statuses.push((await ask(`vin=${vin}`, { 'x-forwarded-for': `${sent}203.0.113.9` })).status);
  expect(statuses).toEqual([200, 200, 429, 429]);
  expect((await ask(`vin=${vin}`, { 'x-forwarded-for': '203.0.113.10' })).status).toBe(200);
});

test('a cache serves further visitors', async () => {
  const { asked, ask } = fake(vehicle, { cache: { maxAge: 60 } });
  await ask(`vin=${vin}`);
  expect((await ask(`vin=${vin}`)).headers.get('age')).toBe('1');
  expect(asked).toHaveLength(1);
});

test('the response to a visitor who reloads the page during the request is kept for the next visitor', async () => {
  const answer = Promise.withResolvers<Response>();
  let requests = 0;
  const fetch: Fetch = () => {
    requests++;
    return answer.promise;
  };
  const proxy = createProxy({ ...options, fetch, cache: { maxAge: 60 }, retry: false } as ProxyOptions);
  const reload = new AbortController();
  const address = `${page}/vehicles/api/?vin=${vin}`;
  const aborted = proxy(new Request(address, { signal: reload.signal }));
  await turns();
  reload.abort();
  expect((await aborted).status).toBe(502);
  answer.resolve(vehicle());
  await turns();
  const response = await proxy(new Request(address));
  expect([response.status, response.headers.get('age')]).toEqual([200, '1']);
  expect(requests).toBe(1);
});

test.each<[object, string]>([
  [{ operations: undefined }, 'proxy: operations: expected at least one of decodeVin, '],
  [{ operations: [] }, 'got an empty list.'],
  [{ operations: ['decodeVin', 'getFluid'] }, 'expected some of decodeVin, decodeVinAll, '],
  [{ operations: ['getFluid'] }, 'got "getFluid".'],
  [
    { origins: ['https://shop.example.com/'] },
    'origins: expected origins like https://example.com, without a / at the end, got',
  ],
  [{ limit: { requests: 0, seconds: 1, visitor: String } }, 'limit.requests: expected an integer from 1, got 0.'],
  [{ limit: { requests: 1, second: 1 } }, 'limit.second: unknown option; did you mean seconds?'],
  [{ limit: { requests: 1, seconds: 1 } }, 'limit.visitor: expected a function, got undefined.'],
  [{ cache: createCache({ maxAge: 5 }) }, 'proxy: cache: expected the options of createCache, got function.'],
  [{ cache: { maxAge: -1 } }, 'maxAge: expected a number of seconds from 0'],
  [{ baseUrl: 'vehicles' }, 'baseUrl: expected a URL like http://'],
  [{ key: undefined }, 'key: expected a non-empty text'],
  [{ user: undefined, key: undefined }, 'user: expected a non-empty text'],
  [{ orgins: [] }, 'orgins: unknown option; expected one of user, key, '],
])('%j is rejected', (wrong, message) => {
  expect(() => createProxy({ ...options, ...wrong } as ProxyOptions)).toThrow(message);
});
