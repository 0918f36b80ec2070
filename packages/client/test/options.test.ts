import { expect, test, vi } from 'vitest';
import { createClient, createFetch, createVehicleLookup, VehicleLookupError } from '../src/index.ts';
import { createAllowance } from '../src/layers/allowance.ts';
import { createCache } from '../src/layers/cache.ts';
import { wrong } from './support/untyped.ts';

const good = { baseUrl: 'http://127.0.0.1:4010', user: 'demo', key: 'S3CRET-canary' };

/** The functions that create the three layers. */
const makers: [string, (options: never) => unknown][] = [
  ['methods', createVehicleLookup],
  ['client of openapi-fetch', createClient],
  ['fetch', createFetch],
];
const errorOf = (make: (options: never) => unknown, options: object): VehicleLookupError => {
  try {
    make(wrong({ ...good, ...options }));
  } catch (error) {
    return error as VehicleLookupError;
  }
  throw new Error('expected an error');
};

test.each(
  [
    'localhost:4010',
    '/api/',
    '',
    'ftp://example.com',
    'https://S3CRET-canary@example.com',
    'https://:S3CRET-canary@example.com',
    undefined,
    7,
  ].flatMap((baseUrl) => makers.map(([name, make]) => [baseUrl, name, make] as const)),
)('the base URL %j of the %s is rejected, and the message does not contain it', (baseUrl, _, make) => {
  const error = errorOf(make, { baseUrl });
  expect(error).toBeInstanceOf(VehicleLookupError);
  expect(error.code).toBe('invalid_argument');
  expect(error.message).toMatch(/^connect: baseUrl: expected a URL like http:\/\/example.com or https:\/\/.*, got \w/);
  expect(error.message).not.toContain('S3CRET');
});

test('a request URL as the base URL is rejected without exposing its key', () => {
  const error = errorOf(createVehicleLookup, { baseUrl: 'https://example.com/api/?key=S3CRET-canary' });
  expect(error.message).toContain('without a query, got string of 42 characters');
});

test.each(makers)('creating the %s without options throws an error', (_, make) => {
  expect(() => make(wrong(undefined))).toThrow('connect: baseUrl: expected a URL like http://');
});

test.each<[object, string]>([
  [{ timeout: -1 }, 'timeout: expected a number from 0, got -1.'],
  [{ timeout: Number.NaN }, 'timeout: expected a number from 0, got NaN.'],
  [{ timeout: '5' }, 'timeout: expected a number from 0, got string of 1 characters.'],
  [{ retry: 3 }, 'retry: expected { limit, delay } or false, got 3.'],
  [{ signal: 5 }, 'signal: expected type object, got 5.'],
  [{ fetch: 'no' }, 'fetch: expected type function, got string of 2 characters.'],
  [{ timeout: '30s' }, 'timeout: expected a number from 0, got string of 3 characters.'],
  [{ retry: { limit: Number.NaN } }, 'retry.limit: expected a number from 0, got NaN.'],
  [{ retry: { delay: -5 } }, 'retry.delay: expected a number from 0, got -5.'],
  [{ retry: { attempts: 3 } }, 'retry.attempts: unknown option; expected one of limit, delay.'],
])('%j is rejected as an option of a client, and as an option of a call before a request', async (options, what) => {
  expect(errorOf(createVehicleLookup, options)).toMatchObject({
    code: 'invalid_argument',
    message: `connect: ${what}`,
  });
  const fetch = vi.fn(async () => Response.json([]));
  const result = await createVehicleLookup({ ...good, fetch })
    .listBrands(wrong(options))
    .safe();
  expect(result).toMatchObject({ error: { code: 'invalid_argument', message: `listBrands: ${what}` } });
  expect(fetch).not.toHaveBeenCalled();
});

test.each([{ layer() {} }, null, [null], [{ layer() {} }], 'no'])(
  'layers that are not a list of functions are rejected: %j',
  (layers) => {
    for (const [, make] of makers) {
      const error = errorOf(make, { layers });
      expect(error).toMatchObject({ code: 'invalid_argument', message: expect.stringMatching(/^connect: layers: /) });
    }
  },
);

test.each([{ layer() {} }, null, 'no'])('the message about an invalid layer describes the layer: %j', (layer) => {
  const message = `connect: layers: expected a list of functions, got ${layer === 'no' ? 'string of 2 characters' : layer && 'object'}.`;
  expect(errorOf(createVehicleLookup, { layers: [createCache({ maxAge: 0 }), layer] }).message).toBe(message);
});

test('an allowance may be passed instead of its layer', async () => {
  const fetch = vi.fn(async () => Response.json([]));
  const allowance = createAllowance({ limit: 1, windowSeconds: 86_400 });
  const lookup = createVehicleLookup({ ...good, fetch, layers: [allowance] });
  await lookup.listBrands();
  expect(await lookup.listModels('vw').safe()).toMatchObject({ error: { status: 429 } });
  expect(await allowance.remaining()).toBe(0);
  expect(fetch).toHaveBeenCalledTimes(1);
});

test('a call rejects an option that only a client accepts', async () => {
  const fetch = vi.fn(async () => Response.json([]));
  const result = await createVehicleLookup({ ...good, fetch })
    .listBrands(wrong({ layers: [] }))
    .safe();
  expect(result).toMatchObject({ error: { message: expect.stringContaining('layers: unknown option') } });
  expect(fetch).not.toHaveBeenCalled();
});

test('an undefined call option does not replace the client option', async () => {
  const undefinedOptions = {
    fetch: undefined,
    timeout: undefined,
    retry: undefined,
    signal: undefined,
    headers: undefined,
  };
  const fetch = vi.fn(async () => Response.json({ success: false }, { status: 500 }));
  const client = createVehicleLookup({ ...good, fetch, retry: false });
  expect(await client.listBrands(undefinedOptions).safe()).toMatchObject({ error: { code: 'server' } });
  expect(fetch).toHaveBeenCalledTimes(1);
  await createClient({ ...good, fetch, retry: false }).call('listBrands', {}, { fetch: undefined });
  expect(fetch).toHaveBeenCalledTimes(2);
  const slow = createVehicleLookup({ ...good, fetch: () => new Promise(() => {}), timeout: 20 });
  expect(await slow.listBrands(undefinedOptions).safe()).toMatchObject({ error: { code: 'timeout' } });
});

test('the host may have the same name as the API path', () => {
  expect(() => createVehicleLookup({ ...good, baseUrl: 'http://api' })).not.toThrow();
});

test.each(makers)(
  'creating the %s without a user or key throws an error that does not contain credentials',
  (_, make) => {
    for (const name of ['user', 'key']) {
      for (const [value, got] of [
        [undefined, 'undefined'],
        ['', 'string of 0 characters'],
        [42, 'number'],
        [null, 'null'],
        ['S3CRET-canary\n', 'string of 14 characters'],
        ['demo\r\ndemo', 'string of 10 characters'],
      ]) {
        const error = errorOf(make, { [name]: value });
        expect(error).toMatchObject({ name: 'VehicleLookupError', code: 'invalid_argument', operation: 'connect' });
        expect(error.message).toBe(`connect: ${name}: expected a non-empty text of one line, got ${got}.`);
      }
    }
  },
);

test('an unknown operation is rejected with a list of the existing operations', async () => {
  const client = createClient(good);
  for (const name of ['getFluid', 'toString']) {
    await expect(client.call(name as 'getFluids', { carId: 1 })).rejects.toMatchObject({
      code: 'invalid_argument',
      message: expect.stringMatching(/operation: expected one of .*decodeVin\b.*, got string of/),
    });
  }
});

test('a client exposes its base URL and user', () => {
  expect(createVehicleLookup(good)).toMatchObject({ baseUrl: good.baseUrl, user: 'demo' });
});

const all = /expected one of (user, key, .*, )?baseUrl, retry, timeout, .*, referrerPolicy\./;
test.each([
  ['basUrl', /did you mean baseUrl\?/],
  ['baseURL', /did you mean baseUrl\?/],
  ['timeOut', /did you mean timeout\?/],
  ['retries', /did you mean retry\?/],
  ['header', /did you mean headers\?/],
  ['hooks', all],
  ['apiKey', all],
])('an unknown option %s is rejected: %s', async (name, hint) => {
  const messageOf = (operation: string) =>
    expect.stringMatching(`^${operation}: ${name}: unknown option; ${hint.source}$`);
  for (const [, make] of makers)
    expect(errorOf(make, { [name]: 'S3CRET' })).toMatchObject({ message: messageOf('connect') });
  const fetch = vi.fn(async () => Response.json([]));
  const client = createVehicleLookup({ ...good, fetch });
  const result = await client.listBrands(wrong({ [name]: 'S3CRET' })).safe();
  expect(result).toMatchObject({ error: { code: 'invalid_argument', message: messageOf('listBrands') } });
  expect(fetch).not.toHaveBeenCalled();
});
