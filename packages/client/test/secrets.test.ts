import type { IncomingMessage, ServerResponse } from 'node:http';
import { inspect } from 'node:util';
import { closedAddress, startMock } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import {
  type CallEvent,
  clientOf,
  createClient,
  createFetch,
  createVehicleLookup,
  type Fetch,
  type VehicleLookup,
  VehicleLookupError,
} from '../src/index.ts';
import { answering, serve } from './support/service.ts';

// The middle is the same in every encoding except base64, so that every encoded form of the key is found.
const key = `a b+c/ä&'"CANARY"=%`;
const base64 = Buffer.from(key).toString('base64');
const account = { user: 'demo-account', key, retry: { delay: 1 } };

/** Returns all strings of a value that a program may print: message, stack, inspection at any depth, JSON, headers. */
function shown(value: unknown): string {
  const deep = inspect(value, { depth: Infinity, showHidden: true, getters: true });
  const { message, stack, cause } = (value ?? {}) as Error;
  const { headers, response } = (value ?? {}) as { headers?: Headers; response?: { headers: Headers } };
  const all = [headers, response?.headers].flatMap((one) => [...(one ?? [])].join());
  return [deep, message, stack, cause ? shown(cause) : '', JSON.stringify(value), String(value), ...all].join('\n');
}

function expectClean(value: unknown): void {
  const text = shown(value);
  expect(text).not.toMatch(/CANARY/i);
  expect(text).not.toContain(base64.replace(/=+$/, ''));
}

const repeat = (status: number) => (request: IncomingMessage, response: ServerResponse) => {
  const location = `http://127.0.0.1:1${request.url}`;
  const body = {
    success: status === 200,
    message: `GET ${request.url}: ${key} ${base64} ${JSON.stringify(key)}`,
    details: [{ [status]: key, [key]: 1 }],
  };
  answering(status, body, { location, link: `<${location}>; rel=next` })(request, response);
};

const SILENCE = 'a service that does not respond';

const services: Record<string, (request: IncomingMessage, response: ServerResponse) => void> = {
  'a success': answering(200, { success: true, data: [] }, { 'x-quota': '7' }),
  'a success with headers that repeat the URL': (request, response) =>
    answering(200, { success: true, data: [] }, { link: request.url ?? '' })(request, response),
  'a failure that repeats the URL and the key': repeat(401),
  'an exhausted quota that repeats the URL and the key': repeat(429),
  'a server error that repeats the URL and the key': repeat(500),
  'a redirect that repeats the URL and the key': repeat(302),
  'a rejection that repeats the URL and the key': (request, response) =>
    answering(200, { success: false, error: `${request.url} ${key}` })(request, response),
  'an HTML page that repeats the URL and the key': (request, response) =>
    answering(502, `<p>${request.url} ${key}`)(request, response),
  'a plain text that repeats the URL and the key': (request, response) =>
    answering(200, `${request.url} ${key}`)(request, response),
  'a content type that repeats the URL': (request, response) =>
    answering(200, '<p>', { 'content-type': request.url ?? '' })(request, response),
  'a broken connection': (request) => request.socket.destroy(),
  [SILENCE]: () => {},
};

const ways: [string, (client: VehicleLookup) => Promise<unknown>][] = [
  ['GET', (client) => clientOf(client).GET('/api/', { params: { query: { carId: 1, fluids: 1 } } })],
  ['call', (client) => clientOf(client).call('getFluids', { carId: 1 })],
  ['getFluids', (client) => client.getFluids(1)],
  ['getFluids, safe', (client) => client.getFluids(1).safe()],
];

describe.each(Object.entries(services))('with %s, the key is absent from the result', (name, service) => {
  // Only a service that never responds may exceed the time limit.
  const milliseconds = name === SILENCE ? 200 : 600_000;

  test.each(ways)('of %s and from its events', async (_, ask) => {
    const events: CallEvent[] = [];
    const onEvent = (event: CallEvent) => void events.push(event);
    const client = createVehicleLookup({ baseUrl: await serve(service), ...account, timeout: milliseconds, onEvent });
    expectClean(await ask(client).catch((error) => error));
    expect(events.length).toBeGreaterThan(0);
    for (const event of events) expectClean(event);
    expectClean(client);
  });

  test.each(ways)('of %s with middleware, and from the data that the middleware receives', async (_, ask) => {
    const client = createVehicleLookup({ baseUrl: await serve(service), ...account, timeout: milliseconds });
    const seen: unknown[] = [];
    client.use({
      onRequest: ({ request }) => void seen.push(request, request.url),
      onResponse: async ({ response }) => void seen.push(response, response.url, await response.clone().text()),
      onError: ({ error }) => void seen.push(error),
    });
    expectClean(await ask(client).catch((error) => error));
    expect(seen.length).toBeGreaterThan(2);
    for (const one of seen) expectClean(one);
  });

  test('of createFetch', async () => {
    const baseUrl = await serve(service);
    const send = createFetch({ baseUrl, ...account, timeout: milliseconds });
    const response = await send(`${baseUrl}/api/?carId=1&fluids=1`).catch((error) => error);
    expectClean(response);
    if (response instanceof Response) expectClean(await response.text());
  });
});

const fetches: Record<string, Fetch> = {
  'with a message that contains the URL': async (address) => {
    throw new TypeError(`Failed to fetch ${address}`, { cause: new Error(`no route to ${address} (${key})`) });
  },
  'that contains the URL': async (address, init) => {
    throw Object.assign(new Error('failed'), { address, init, path: address, config: { params: { key } } });
  },
  'with a code and a name that contain the URL': async (address) => {
    throw Object.assign(new Error('failed'), { code: address, name: address });
  },
  'that is not an Error': async (address) => {
    throw { address };
  },
  'that is the URL': async (address) => {
    throw address;
  },
  'that is its own cause': async (address) => {
    const error = new Error(address);
    throw Object.assign(error, { cause: error });
  },
};

test.each(Object.entries(fetches))('the key is not in the error of a custom fetch %s', async (_, fetch) => {
  const options = { baseUrl: 'http://127.0.0.1:1', ...account, fetch };
  for (const layer of [createVehicleLookup(options).listBrands, () => createClient(options).call('listBrands', {})]) {
    const error = await layer().catch((reason) => reason);
    expect(error).toBeInstanceOf(VehicleLookupError);
    expect(error.code).toBe('network');
    expectClean(error);
    expectClean(structuredClone(error));
  }
});

test('the key is absent from a client and from the error of cloning the client', () => {
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:1', ...account });
  expectClean(client);
  try {
    structuredClone(client);
  } catch (error) {
    expectClean(error);
  }
});

test('the key is not in a clone of a result', async () => {
  const client = createVehicleLookup({ baseUrl: await serve(repeat(401)), ...account });
  const result = await client.getFluids(1).safe();
  expectClean(structuredClone(result));
});

test('the key is not in a success that cannot be parsed', async () => {
  const baseUrl = await serve((request, response) =>
    answering(200, { success: true, data: { address: request.url, key } })(request, response),
  );
  const result = await createVehicleLookup({ baseUrl, ...account })
    .getFluids(1)
    .safe();
  expect(result).toMatchObject({ ok: false, body: { data: { key: '***' } } });
  expectClean(result);
});

test('the key is not in the output of the mock', async () => {
  const { address: baseUrl, output } = await startMock();
  const client = createVehicleLookup({ baseUrl, ...account });
  await client.listBrands();
  await client.getFluids(1, { headers: { prefer: 'code=404' } }).safe();
  expect(output.all).toContain('listBrands');
  expectClean(output.all);
});

describe('a key function', () => {
  const sent: string[] = [];
  const fetch: Fetch = async (address) => {
    sent.push(new URL(address).searchParams.get('key') ?? '');
    return sent.length % 2
      ? Response.json({ success: false }, { status: 500 })
      : Response.json({ success: true, data: [] });
  };
  const options = { baseUrl: 'http://127.0.0.1:1', user: 'demo', retry: { delay: 1 }, fetch };

  test('is called for each attempt', async () => {
    let count = 0;
    await createVehicleLookup({ ...options, key: async () => `key-${++count}` }).listBrands();
    expect(sent).toEqual(['key-1', 'key-2']);
  });

  test('has its keys masked, even the key of an earlier attempt', async () => {
    const keys = ['CANARY-first', 'CANARY-second'];
    let attempts = 0;
    const events: CallEvent[] = [];
    const repeating: Fetch = async () => {
      const message = `${keys}`;
      return Response.json({ success: false, message }, { status: 500, headers: { 'x-request-id': message } });
    };
    const client = createVehicleLookup({
      ...options,
      retry: { limit: 1, delay: 1 },
      fetch: repeating,
      key: () => keys[attempts++] ?? '',
      onEvent: (event) => events.push(event),
    });
    const result = await client.listModels('CANARY-first').safe();
    expect(attempts).toBe(2);
    expect(events).toHaveLength(2);
    expectClean([result, ...events]);
    if (!result.ok) expectClean(result.error);
  });

  test.each<[string, () => unknown, string]>([
    ['returns undefined', () => undefined, 'undefined'],
    ['returns an empty string', async () => '', 'string of 0 characters'],
    ['returns a number', () => 42, 'number'],
  ])('that %s prevents the request, and the message does not contain a secret', async (_, secret, got) => {
    const before = sent.length;
    const error = await createVehicleLookup({ ...options, key: secret as () => string })
      .listBrands()
      .catch((e) => e);
    expect(error).toMatchObject({
      code: 'invalid_argument',
      message: `listBrands: key: expected a non-empty text of one line, got ${got}.`,
    });
    expectClean(error);
    expect(sent.length).toBe(before);
  });

  test('that fails is called again, as after a network error', async () => {
    let calls = 0;
    const failing = () => {
      if (++calls < 3) throw new Error('the vault is closed');
      return 'key-3';
    };
    await createVehicleLookup({ ...options, fetch: async () => Response.json([]), key: failing }).listBrands();
    expect(calls).toBe(3);
  });

  test('that always fails prevents the request, with its error as the cause', async () => {
    const before = sent.length;
    const failing = async () => Promise.reject(Object.assign(new Error('no vault'), { code: 'ECONNREFUSED' }));
    const error = await createVehicleLookup({ ...options, key: failing })
      .listBrands()
      .catch((e) => e);
    expect(error).toMatchObject({
      code: 'network',
      message: 'listBrands: key: the function failed: no vault. Check baseUrl and the network.',
      cause: { message: 'no vault', code: 'ECONNREFUSED' },
    });
    expect(sent.length).toBe(before);
  });

  test('that fails with a key that it returned before does not expose the key', async () => {
    let calls = 0;
    const failing = () => {
      if (calls++) throw new Error(`${key} is too old`);
      return key;
    };
    const unavailable = async () => Response.json({ success: false }, { status: 500 });
    const client = createVehicleLookup({ ...options, fetch: unavailable, key: failing });
    const error = await client.listBrands().catch((e) => e);
    expect(error.message).toContain('*** is too old');
    expectClean(error);
  });

  test('that fails with the key of an earlier call does not expose the key', async () => {
    let calls = 0;
    const failing = () => {
      if (calls++) throw new Error(`the lease of ${key} ended`);
      return key;
    };
    const client = createVehicleLookup({
      ...options,
      retry: false,
      fetch: async () => Response.json([]),
      key: failing,
    });
    await client.listBrands();
    const error = await client.listBrands().catch((e) => e);
    expect(error.message).toContain('the lease of *** ended');
    expectClean(error);
  });
});

test.each<[string, unknown, string]>([
  ['has a cause', new TypeError('fetch failed', { cause: new Error('bad port') }), 'no answer: bad port.'],
  ['has a message that is not a string', Object.assign(new Error(), { message: 7 }), 'no answer: 7.'],
  ['is not an Error', 'a text', 'no answer: unknown.'],
])('an error that %s becomes a network error', async (_, thrown, what) => {
  const client = createVehicleLookup({
    ...account,
    baseUrl: 'http://x',
    retry: false,
    fetch: () => Promise.reject(thrown),
  });
  const error = await client.listBrands().catch((reason) => reason);
  expect(error).toMatchObject({ code: 'network', message: expect.stringContaining(what) });
});

test('a network error keeps the name, message and code of its causes', async () => {
  const baseUrl = await closedAddress();
  const client = createVehicleLookup({ baseUrl, user: 'demo', key: 'demo', retry: false });
  const error = await client.listBrands().catch((reason) => reason);
  expect(error.cause).toMatchObject({ name: 'TypeError', message: expect.any(String) });
  expect(inspect(error)).not.toContain('undefined');
});
