import { inspect } from 'node:util';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { type CallEvent, createFetch, createVehicleLookup, type EndEvent, type Layer } from '../../src/index.ts';
import { createAllowance } from '../../src/layers/allowance.ts';
import { type CacheStore, createCache } from '../../src/layers/cache.ts';
import { serve } from '../support/service.ts';
import { wrong } from '../support/untyped.ts';

const account = { baseUrl: 'http://127.0.0.1:9', user: 'demo', key: 'CANARY/7391+x' };
const vin = 'WVWZZZ1KZAW000001';

afterEach(() => {
  vi.useRealTimers();
});

/** Creates clients for a fake service, and counts the requests. */
function fake(answer: () => Response = () => Response.json({ success: true, data: [] })) {
  const seen = { requests: 0 };
  const fetch = async () => {
    seen.requests++;
    return answer();
  };
  const client = (layer: Layer, more = {}) =>
    createVehicleLookup({ ...account, fetch, layers: [layer], retry: false, ...more });
  return { seen, client };
}

/** Returns a store with visible entries. */
const storeOf = (entries: Map<string, string>): CacheStore => ({
  get: (key) => entries.get(key),
  set: (key, value) => entries.set(key, value),
});

test('a success is charged once until it expires', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const { seen, client } = fake(() => Response.json({ success: true, data: { carId: 7, make: 'VW' } }));
  const lookup = client(createCache({ maxAge: 60 }));
  const first = await lookup.decodeVin(vin);
  vi.setSystemTime(59_000);
  const second = await lookup.decodeVin(vin.toLowerCase());
  expect(second.data).toEqual(first.data);
  expect([first.headers.get('age'), second.headers.get('age')]).toEqual([null, '59']);
  expect(seen.requests).toBe(1);
  vi.setSystemTime(60_000);
  await lookup.decodeVin(vin);
  expect(seen.requests).toBe(2);
});

test.each([
  [404, { success: false, message: 'No.' }],
  [500, { success: false, message: 'No.' }],
  [200, { success: false, message: 'No.' }],
])('the failure %i %j is not kept', async (status, body) => {
  const { seen, client } = fake(() => Response.json(body, { status }));
  const lookup = client(createCache({ maxAge: 60 }));
  for (let call = 0; call < 2; call++) await lookup.getFluids(1).safe();
  expect(seen.requests).toBe(2);
});

test('a vehicle that is not found is kept if the service charges lookups', async () => {
  const { seen, client } = fake(() => Response.json({ success: false, message: 'No.' }, { status: 404 }));
  const lookup = client(createCache({ maxAge: 60, charge: 'lookup' }));
  for (let call = 0; call < 2; call++)
    expect(await lookup.getFluids(1).safe()).toMatchObject({ error: { code: 'not_found' } });
  expect(seen.requests).toBe(1);
});

test('a vehicle that is not found is kept for notFound seconds', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const events: unknown[] = [];
  const onEvent = (event: CallEvent) => event.type === 'end' && events.push([event.outcome, event.fromCache]);
  const { seen, client } = fake(() => Response.json({ success: false, message: 'No.' }, { status: 404 }));
  const lookup = client(createCache({ maxAge: 60, notFound: 10 }), { onEvent });
  for (const time of [0, 9_000, 10_000]) {
    vi.setSystemTime(time);
    await lookup.getFluids(1).safe();
  }
  expect(seen.requests).toBe(2);
  expect(events).toEqual([
    ['not_found', false],
    ['not_found', true],
    ['not_found', false],
  ]);
});

describe('a plan that lacks an operation', () => {
  const lacks = () => Response.json({ success: false, message: 'not available in your plan' }, { status: 403 });
  const cache = () => createCache({ maxAge: 60, store: storeOf(new Map()) });

  test('causes one request for the operation, and events report the kept response', async () => {
    const events: unknown[] = [];
    const onEvent = (event: CallEvent) => event.type === 'end' && events.push([event.outcome, event.fromCache]);
    const { seen, client } = fake(lacks);
    const lookup = client(cache(), { onEvent });
    for (const carId of [1, 2]) await lookup.getOemParts(carId).safe();
    await lookup.getFluids(1).safe();
    expect(seen.requests).toBe(2);
    expect(events).toEqual([
      ['forbidden_by_plan', false],
      ['forbidden_by_plan', true],
      ['forbidden_by_plan', false],
    ]);
  });

  test('is remembered separately for each account and each cache', async () => {
    const { seen, client } = fake(lacks);
    const layer = cache();
    await client(layer).getOemParts(1).safe();
    await client(layer, { user: 'another' }).getOemParts(1).safe();
    await client(cache()).getOemParts(1).safe();
    expect(seen.requests).toBe(3);
  });

  test('is not hidden by an exhausted allowance', async () => {
    const answers = [lacks(), Response.json({ success: true, data: [] })];
    const { seen, client } = fake(() => answers.shift() ?? lacks());
    const { layer } = createAllowance({ limit: 1, windowSeconds: 86_400 });
    const lookup = client(cache(), { layers: [cache(), layer] });
    await lookup.getOemParts(1).safe();
    await lookup.listBrands();
    expect(await lookup.listModels('vw').safe()).toMatchObject({ error: { code: 'quota_exhausted' } });
    expect(await lookup.getOemParts(2).safe()).toMatchObject({ error: { code: 'forbidden_by_plan' } });
    expect(seen.requests).toBe(2);
  });

  test('does not expose an earlier key if the key is a function', async () => {
    const keys = ['CANARY-first', 'CANARY-second'];
    const { client } = fake(() =>
      Response.json({ success: false, message: 'key=CANARY-first lacks it' }, { status: 403 }),
    );
    const lookup = client(cache(), { key: () => keys.shift() ?? '' });
    await lookup.getOemParts(1).safe();
    const second = await lookup.getOemParts(2).safe();
    expect(second).toMatchObject({ error: { code: 'forbidden_by_plan' } });
    expect(inspect(second, { depth: Infinity })).not.toContain('CANARY');
  });

  test('causes a new request if the cache does not keep responses', async () => {
    const { seen, client } = fake(lacks);
    const lookup = client(createCache({ maxAge: 0 }));
    for (const carId of [1, 2]) await lookup.getOemParts(carId).safe();
    expect(seen.requests).toBe(2);
  });

  test('is not assumed for other operations after a query that the document does not declare', async () => {
    const { seen, client } = fake(lacks);
    const layer = cache();
    const fetch = async () => {
      seen.requests++;
      return lacks();
    };
    await createFetch({ ...account, fetch, layers: [layer] })(`${account.baseUrl}/api/?newOperation=1`);
    await client(layer).decodeVin(vin).safe();
    expect(seen.requests).toBe(2);
  });

  test('is not derived from a 403 of a different server', async () => {
    const { seen, client } = fake(() => new Response('<h1>Forbidden</h1>', { status: 403 }));
    const lookup = client(cache());
    for (const carId of [1, 2]) await lookup.getOemParts(carId).safe();
    expect(seen.requests).toBe(2);
  });
});

test('keys and entries do not contain credentials, so that accounts may share a store', async () => {
  const entries = new Map<string, string>();
  const { seen, client } = fake();
  const layer = createCache({ maxAge: 60, store: storeOf(entries) });
  await client(layer).listModels('vw');
  await client(layer, { user: 'another', key: 'CANARY-other' }).listModels('vw');
  expect(seen.requests).toBe(1);
  expect([...entries.keys()]).toEqual(['http://127.0.0.1:9/api/?brand=vw&models=1']);
  expect(inspect(entries, { depth: Infinity })).not.toMatch(/CANARY|demo/);
});

test.each([account.key, encodeURIComponent(account.key), btoa(account.key)])(
  'a body that contains the key as %s is not kept',
  async (form) => {
    const entries = new Map<string, string>();
    const { client } = fake(() => Response.json({ success: true, data: [{ slug: form }] }));
    await client(createCache({ maxAge: 60, store: storeOf(entries) })).listBrands();
    expect(entries.size).toBe(0);
  },
);

test('a key that is passed as an input is masked in the cache key', async () => {
  const entries = new Map<string, string>();
  const { client } = fake();
  await client(createCache({ maxAge: 60, store: storeOf(entries) })).listModels(account.key);
  expect([...entries.keys()].join()).not.toContain('CANARY');
});

test('the responses for thousands of inputs are kept without a store', async () => {
  const { seen, client } = fake();
  const lookup = client(createCache({ maxAge: 60 }));
  for (let run = 0; run < 2; run++) for (let carId = 1; carId <= 2_000; carId++) await lookup.getFluids(carId);
  expect(seen.requests).toBe(2_000);
});

describe('a store', () => {
  test.each<[string, number, object]>([
    ['cannot write', 1, { outcome: 'success', charged: true, notKept: true }],
    ['can write', 1, { outcome: 'success', charged: true }],
  ])('that %s is reported in the event of each charged call', async (what, attempts, event) => {
    const events: CallEvent[] = [];
    const { client } = fake();
    const set = async () => {
      if (what === 'cannot write') throw new Error('READONLY');
    };
    const layer = createCache({ maxAge: 60, store: { ...storeOf(new Map()), set } });
    await client(layer, { onEvent: (one: CallEvent) => events.push(one) }).listBrands();
    const { notKept, ...others } = events[0] as EndEvent;
    expect({ ...others, ...(notKept && { notKept }) }).toMatchObject({ attempts, ...event });
    expect(notKept).toBe('notKept' in event || undefined);
  });

  test('that does not respond ends a call after its time limit, without a request', async () => {
    const { seen, client } = fake();
    const lookup = client(createCache({ maxAge: 60, store: { get: () => new Promise(() => {}), set: () => {} } }));
    expect(await lookup.listBrands({ timeout: 20 }).safe()).toMatchObject({ error: { code: 'timeout' } });
    expect(seen.requests).toBe(0);
  });

  test.each<[string, Partial<CacheStore>, string]>([
    [
      'cannot be read',
      { get: () => Promise.reject(new Error('closed')) },
      'store: get failed, and no request was made.',
    ],
    ['returns a number', { get: () => wrong(7) }, 'store: expected get to return a string or undefined, got 7.'],
  ])('that %s prevents the request', async (_, store, message) => {
    const { seen, client } = fake();
    const layer = createCache({ maxAge: 60, store: { ...storeOf(new Map()), ...store } });
    expect(await client(layer).listBrands().safe()).toMatchObject({
      error: { code: 'invalid_argument', operation: 'cache', message: `cache: ${message}` },
    });
    expect(seen.requests).toBe(0);
  });

  test('that cannot be written does not prevent the charged response from being returned', async () => {
    const { client } = fake();
    const set = () => Promise.reject(new Error('full'));
    const result = await client(createCache({ maxAge: 60, store: { ...storeOf(new Map()), set } })).listBrands();
    expect(result.ok).toBe(true);
  });

  test('with an invalid entry from another program gets a new entry', async () => {
    const entries = new Map([['http://127.0.0.1:9/api/?brands=1', '{"other":1}']]);
    const { seen, client } = fake();
    const lookup = client(createCache({ maxAge: 60, store: storeOf(entries) }));
    for (let call = 0; call < 2; call++) await lookup.listBrands();
    expect(seen.requests).toBe(1);
  });
});

test.each([
  [{ maxAge: -1 }, 'maxAge: expected a number of seconds from 0, got -1.'],
  [{ maxAge: '60' }, 'maxAge: expected a number of seconds from 0, got string of 2 characters.'],
  [{ maxAge: 60, notFound: Number.NaN }, 'notFound: expected a number of seconds from 0, got NaN.'],
  [{ maxAge: 60, finishWithin: null }, 'finishWithin: expected a number of seconds from 0, got null.'],
  [
    { maxAge: 60, finishWithin: '30' },
    'finishWithin: expected a number of seconds from 0, got string of 2 characters.',
  ],
  [
    { maxAge: 60, chrge: 'lookup' },
    'chrge: unknown option; expected one of maxAge, notFound, store, charge, finishWithin, waitUntil.',
  ],
  [{ maxage: 60 }, 'maxage: unknown option; did you mean maxAge?'],
  [{ maxAge: 60, waitUntil: {} }, 'waitUntil: expected waitUntil of cloudflare:workers, got object.'],
  [{ maxAge: 60, store: {} }, 'store: expected an object with get and set, but get is not a function.'],
])('%j is rejected', (options, message) => {
  expect(() => createCache(wrong(options))).toThrow(`cache: ${message}`);
});

test('waitUntil is required in Cloudflare Workers, which end when they have responded', () => {
  vi.stubGlobal('navigator', { userAgent: 'Cloudflare-Workers' });
  expect(() => createCache({ maxAge: 60 })).toThrow(
    'cache: waitUntil: expected waitUntil of cloudflare:workers, got undefined.',
  );
  expect(() => createCache({ maxAge: 60, waitUntil: () => {} })).not.toThrow();
  vi.unstubAllGlobals();
});

test('an HTML page with status 200 is not kept, so that the next call makes a request', async () => {
  let requests = 0;
  const baseUrl = await serve((_, response) => {
    requests++;
    if (requests === 1) response.writeHead(200, { 'content-type': 'text/html' }).end('<h1>Maintenance</h1>');
    else response.writeHead(200, { 'content-type': 'application/json' }).end('{"success":true,"data":[]}');
  });
  const lookup = createVehicleLookup({ ...account, baseUrl, layers: [createCache({ maxAge: 60 })] });
  expect(await lookup.listBrands().safe()).toMatchObject({ error: { code: 'invalid_response' } });
  expect(await lookup.listBrands().safe()).toMatchObject({ ok: true, data: [] });
  await lookup.listBrands();
  expect(requests).toBe(2);
});

test.each(['{"hello":1}', '{}', '{"success":true}', '7'])(
  'JSON of a different API with status 200 (%s) is not kept, and is ignored in a store',
  async (text) => {
    const entries = new Map<string, string>();
    const { seen, client } = fake(() => new Response(text));
    const lookup = client(createCache({ maxAge: 60, store: storeOf(entries) }));
    await lookup.decodeVin(vin).safe();
    expect(entries.size).toBe(0);
    entries.set(
      `${account.baseUrl}/api/?vin=${vin}`,
      JSON.stringify({ status: 200, headers: [], text, time: Date.now() }),
    );
    await lookup.decodeVin(vin).safe();
    expect(seen.requests).toBe(2);
  },
);

test.each(['{"carId":7}', '[]', '{"data":{"carId":7}}'])('a body in any envelope is kept (%s)', async (text) => {
  const { seen, client } = fake(() => new Response(text));
  const lookup = client(createCache({ maxAge: 60 }));
  for (let call = 0; call < 2; call++) await lookup.decodeVin(vin).safe();
  expect(seen.requests).toBe(1);
});

test('a redirect below a cache is reported as a redirect', async () => {
  const { client } = fake(() => new Response(null, { status: 302, headers: { location: 'https://a.example' } }));
  expect(
    await client(createCache({ maxAge: 60 }))
      .listBrands()
      .safe(),
  ).toMatchObject({
    error: { code: 'invalid_response', message: expect.stringContaining('with a redirect: expected JSON') },
  });
});
