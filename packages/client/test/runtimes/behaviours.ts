import {
  type CallOptions,
  createClient,
  createFetch,
  createVehicleLookup,
  type VehicleLookup,
  VehicleLookupError,
  type VehicleLookupOptions,
} from '../../src/index.ts';
import { createCache } from '../../src/layers/cache.ts';
import { operations } from '../../src/operations/operations.ts';
import { wrong } from '../support/untyped.ts';

/** The URLs of the mock, a failing service, and a port without a server. */
export interface Addresses {
  mock: string;
  faulty: string;
  gone: string;
}

/** The outcome of each behaviour: 'held', or the error message. */
export type Outcomes = Record<string, string>;

const KEY = 'canary/Key+with=signs&"quotes"';
const VIN = 'WVWZZZ1KZAW000001';
const INPUTS: Record<string, unknown[]> = { listBrands: [], listModels: ['vw'], listVariants: ['vw', 'golf'] };

/** The tests also run in a page. */
const page = { dangerouslyAllowBrowser: true };

/** Creates a client. Its long time limit reveals a leftover timer, which would keep a command-line runtime from ending. */
const client = (baseUrl: string, more: Partial<VehicleLookupOptions> = {}): VehicleLookup =>
  createVehicleLookup({
    baseUrl,
    user: 'demo',
    key: KEY,
    timeout: 600_000,
    retry: { delay: 1 },
    ...page,
    ...more,
  } as VehicleLookupOptions);

/** Returns the error of a call, which must not contain the key. */
async function errorOf(call: Promise<unknown>): Promise<VehicleLookupError> {
  const error = await call.then(() => new Error('expected an error, got a success')).catch((reason) => reason);
  if (!(error instanceof VehicleLookupError)) throw error;
  equal(/canary/i.test(textOf(error)), false);
  return error;
}

const prefer = (example: string): CallOptions => ({ headers: { prefer: example } });

/** The behaviours of the client. The code uses only APIs that all runtimes support. */
export const behaviours: Record<string, (addresses: Addresses) => Promise<void>> = {
  'every operation returns parsed data': async ({ mock }) => {
    for (const [id, operation] of Object.entries(operations)) {
      const inputs = INPUTS[id] ?? [/vin|engines/i.test(id) ? VIN : 25573];
      const result = (await operation(client(mock), ...inputs.map(wrong)).safe()) as { ok: boolean; data?: object };
      equal([id, result.ok, typeof result.data], [id, true, 'object']);
    }
  },

  'each short envelope contains the first data from the full envelope': async ({ mock }) => {
    const [full, simplified, bare] = await Promise.all(
      ['full', 'simplified', 'bare'].map((form) => client(mock).getFluids(25573, prefer(`example=${form}`))),
    );
    equal([full?.apiVersion, simplified?.apiVersion, Array.isArray(bare?.raw)], ['2.0', undefined, true]);
    equal(simplified?.data, full?.data.slice(0, 2));
    equal(bare?.data, full?.data.slice(0, 2));
    equal(full?.data[0]?.ValueText, { text: '4,3', unit: 'l', min: 4.3, max: 4.3 });
  },

  'each declared status has its error code and its body': async ({ mock }) => {
    const codes = {
      400: 'bad_request',
      401: 'unauthorized',
      403: 'forbidden_by_plan',
      404: 'not_found',
      429: 'quota_exhausted',
      500: 'server',
    };
    for (const [status, code] of Object.entries(codes)) {
      const call = { ...prefer(`code=${status}`), retry: false } as const;
      const result = await client(mock).getOemParts(25573, call).safe();
      if (result.ok) throw new Error(`expected HTTP ${status}, got a success`);
      equal([result.status, result.error.code, typeof result.body], [Number(status), code, 'object']);
    }
  },

  'the headers of a response can be read': async ({ mock }) => {
    const { headers } = await client(mock).listBrands();
    equal(headers.get('content-type')?.includes('json'), true);
  },

  'the openapi-fetch client returns the wire body': async ({ mock }) => {
    const lookup = createClient({ baseUrl: mock, user: 'demo', key: KEY, ...page });
    const { data, response } = await lookup.GET('/api/', { params: { query: { vin: VIN } } });
    equal([response.status, data?.success], [200, true]);
  },

  'a middleware receives the request and the response': async ({ mock }) => {
    const seen: unknown[] = [];
    const lookup = client(mock);
    lookup.use({
      onRequest: ({ request }) => void seen.push(new URL(request.url).search),
      onResponse: ({ response }) => void seen.push(response.status, response.url),
    });
    await lookup.listBrands();
    equal(seen, ['?brands=1', 200, '']);
  },

  'createFetch returns a fetch function': async ({ mock }) => {
    const send = createFetch({ baseUrl: mock, user: 'demo', key: KEY, ...page });
    const response = await send(new Request(`${mock}/api/?brands=1`));
    equal([response.status, response.url, (await response.json()).success], [200, '', true]);
  },

  'an invalid argument is rejected before a request is made': async ({ gone }) => {
    const { code } = await errorOf(client(gone).decodeVin('too short'));
    equal(code, 'invalid_argument');
  },

  'a failure with the success status is an error': async ({ faulty }) => {
    const { code, message } = await errorOf(client(`${faulty}/rejection`).listBrands());
    equal([code, message], ['rejected', 'listBrands: HTTP 200: Not today. Try again later.']);
  },

  'an HTML page and a body of a different type are errors': async ({ faulty }) => {
    equal((await errorOf(client(`${faulty}/page`).listBrands())).code, 'invalid_response');
    equal((await errorOf(client(`${faulty}/shape`).listBrands())).code, 'invalid_response');
  },

  'a redirect is not followed': async ({ faulty }) => {
    equal((await errorOf(client(`${faulty}/redirect`).listBrands())).code, 'invalid_response');
  },

  'a missing response causes a timeout': async ({ faulty }) => {
    const { code } = await errorOf(client(`${faulty}/silence`, { timeout: 50, retry: false }).listBrands());
    equal(code, 'timeout');
  },

  'a body that does not end causes a timeout': async ({ faulty }) => {
    const { code } = await errorOf(client(`${faulty}/half`, { timeout: 300, retry: false }).listBrands());
    equal(code, 'timeout');
  },

  'a signal ends a call, with the abort reason as the cause': async ({ faulty }) => {
    const controller = new AbortController();
    setTimeout(() => controller.abort('enough'), 50);
    const call = client(`${faulty}/silence`).listBrands({ signal: controller.signal });
    const { code, cause } = await errorOf(call);
    equal([code, cause], ['aborted', 'enough']);
  },

  'a cache keeps the response to an aborted call': async ({ mock }) => {
    let requests = 0;
    const controller = new AbortController();
    const counted = (address: string, init: RequestInit) => {
      requests++;
      setTimeout(() => controller.abort());
      return fetch(address, init);
    };
    const lookup = client(mock, { fetch: counted, layers: [createCache({ maxAge: 60, waitUntil: () => {} })] });
    await lookup.listBrands({ signal: controller.signal }).safe();
    equal([(await lookup.listBrands()).data.length > 0, requests], [true, 1]);
  },

  'a call with an aborted signal does not make a request': async ({ gone }) => {
    equal((await errorOf(client(gone).listBrands({ signal: AbortSignal.abort() }))).code, 'aborted');
  },

  'a request is repeated after server errors': async ({ faulty }) => {
    const attempts: number[] = [];
    const lookup = client(`${faulty}/recovers/${crypto.randomUUID()}`, {
      onEvent: (event) => void (event.type === 'end' && attempts.push(event.attempts)),
    });
    equal((await lookup.listBrands()).data, []);
    equal(attempts, [3]);
  },

  'an exhausted quota makes exactly one request': async ({ faulty }) => {
    const lookup = client(`${faulty}/quota/${crypto.randomUUID()}`);
    const { code, retryAfter } = await errorOf(lookup.listBrands());
    equal([code, retryAfter], ['quota_exhausted', 2_592_000]);
    const { message } = await errorOf(lookup.listBrands());
    equal(message.includes('request 2'), true);
  },

  'an unreachable service or a truncated response causes a network error': async ({ faulty, gone }) => {
    equal((await errorOf(client(gone).listBrands())).code, 'network');
    equal((await errorOf(client(`${faulty}/cut`).listBrands())).code, 'network');
  },

  'a page rejects a literal key, but other runtimes accept it': async ({ mock }) => {
    const isPage = 'document' in globalThis;
    const make = () => client(mock, { dangerouslyAllowBrowser: false });
    let message = '';
    try {
      make();
    } catch (error) {
      message = String(error);
    }
    equal([message !== '', /canary/i.test(message)], [isPage, false]);
  },

  'the key is not in the result of a service that repeats it': async ({ faulty }) => {
    const lookup = client(`${faulty}/echo`);
    const error = await errorOf(lookup.listBrands());
    equal([error.code, error.message.includes('***')], ['unauthorized', true]);
    const result = await lookup.listBrands().safe();
    equal(/canary/i.test(textOf(result)), false);
    equal(/canary/i.test(textOf(lookup)), false);
  },
};

/** Runs all behaviours, one after another. */
export async function run(addresses: Addresses): Promise<Outcomes> {
  const outcomes: Outcomes = {};
  for (const [name, behave] of Object.entries(behaviours)) {
    outcomes[name] = await behave(addresses).then(
      () => 'held',
      (error) => String(error),
    );
  }
  return outcomes;
}

const json = (value: unknown): string => JSON.stringify(value) ?? String(value);

/** @throws Error with both values if their JSON differs */
function equal(got: unknown, expected: unknown): void {
  if (json(got) !== json(expected)) throw new Error(`expected ${json(expected)}, got ${json(got)}`);
}

/** Returns all strings of a value that a runtime may print: its own properties, the properties of its causes, and its string forms. */
function textOf(value: unknown, seen: Set<unknown> = new Set()): string {
  if (typeof value !== 'object' || value === null || seen.has(value)) return String(value);
  seen.add(value);
  const names = [...Object.getOwnPropertyNames(value), 'name', 'message', 'stack', 'cause'];
  const members = names.map((name) => `${name}: ${textOf((value as Record<string, unknown>)[name], seen)}`);
  const pairs = value instanceof Headers ? [...value].map(String) : [];
  return [String(value), JSON.stringify(value), ...pairs, ...members, inspect(value)].join('\n');
}

interface Inspector {
  inspect(value: unknown): string;
}

/** Returns the value as the console of Bun or Deno prints it; empty in other runtimes. */
const inspect = (value: unknown): string => {
  const { Bun, Deno } = globalThis as { Bun?: Inspector; Deno?: Inspector };
  return (Bun ?? Deno)?.inspect(value) ?? '';
};
