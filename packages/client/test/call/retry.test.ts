import type { IncomingMessage, ServerResponse } from 'node:http';
import { describe, expect, test, vi } from 'vitest';
import { type CallEvent, type CallOptions, createVehicleLookup } from '../../src/index.ts';
import { answering, serve } from '../support/service.ts';

const account = { user: 'demo', key: 'demo' };
const quick = { retry: { delay: 1 } };
const ok = answering(200, { success: true, data: [] });
type Listener = (request: IncomingMessage, response: ServerResponse) => void;

/** Starts a service that calls the next listener for each request, and the last listener for all further requests. */
async function script(...listeners: Listener[]): Promise<{ baseUrl: string; requests(): number }> {
  let requests = 0;
  const baseUrl = await serve((request, response) => {
    listeners[Math.min(requests, listeners.length - 1)]?.(request, response);
    requests += 1;
  });
  return { baseUrl, requests: () => requests };
}
const failing = (status: number, headers = {}) => answering(status, { success: false, message: 'no' }, headers);
const cut: Listener = (request) => request.socket.destroy();

async function outcome(listeners: Listener[], options: CallOptions = quick): Promise<[string, number]> {
  const { baseUrl, requests } = await script(...listeners);
  const result = await createVehicleLookup({ baseUrl, ...account })
    .listBrands(options)
    .safe();
  return [result.ok ? 'ok' : result.error.code, requests()];
}

describe('a request is repeated after', () => {
  test.each<[string, Listener[], [string, number]]>([
    ['a server error', [failing(500), ok], ['ok', 2]],
    ['two server errors', [failing(500), failing(503), ok], ['ok', 3]],
    ['permanent server errors, but only twice', [failing(500)], ['server', 3]],
    ['an HTML page of a gateway', [answering(502, '<p>'), ok], ['ok', 2]],
    ['a broken connection', [cut, ok], ['ok', 2]],
    ['a rate limit', [failing(429, { 'retry-after': '0' }), ok], ['ok', 2]],
    ['a rate limit without Retry-After', [failing(429), ok], ['ok', 2]],
    ['a server error with a short Retry-After', [failing(503, { 'retry-after': '0' }), ok], ['ok', 2]],
  ])('%s', async (_, listeners, expected) => {
    expect(await outcome(listeners)).toEqual(expected);
  });
});

describe('a request is not repeated after', () => {
  test.each<[string, Listener[], [string, number]]>([
    ['an exhausted quota', [failing(429, { 'retry-after': '2592000' })], ['quota_exhausted', 1]],
    ['an exhausted quota without Retry-After', [failing(429, { ratelimit: '"a";r=0;t=900' })], ['quota_exhausted', 1]],
    ['a server error with a long Retry-After', [failing(503, { 'retry-after': '3600' })], ['server', 1]],
    ['an invalid key', [failing(401)], ['unauthorized', 1]],
    ['a failure with status 200', [answering(200, { success: false })], ['rejected', 1]],
    ['an HTML page', [answering(200, '<p>')], ['invalid_response', 1]],
  ])('%s', async (_, listeners, expected) => {
    expect(await outcome(listeners)).toEqual(expected);
  });

  test('any error if retry is false', async () => {
    expect(await outcome([failing(500)], { retry: false })).toEqual(['server', 1]);
  });

  test('a timeout', async () => {
    expect(await outcome([() => {}], { ...quick, timeout: 300 })).toEqual(['timeout', 1]);
  });
});

test('limit is the number of retries', async () => {
  expect(await outcome([failing(500)], { retry: { limit: 1, delay: 1 } })).toEqual(['server', 2]);
  expect(await outcome([failing(500)], { retry: { limit: 0 } })).toEqual(['server', 1]);
});

test('delays are random, double with each retry, and follow Retry-After', async () => {
  const delays: number[] = [];
  const onEvent = (event: CallEvent) => void (event.type === 'retry' && delays.push(event.delay));
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.5);
  const { baseUrl } = await script(failing(500), failing(500), failing(429, { 'retry-after': '0' }), ok);
  await createVehicleLookup({ baseUrl, ...account, onEvent, retry: { limit: 3, delay: 8 } }).listBrands();
  random.mockRestore();
  expect(delays).toEqual([4, 8, 0]);
});

test('the longest random delay is a minute', async () => {
  const delays: number[] = [];
  const controller = new AbortController();
  const onEvent = (event: CallEvent) => {
    if (event.type !== 'retry') return;
    delays.push(event.delay);
    controller.abort();
  };
  const random = vi.spyOn(Math, 'random').mockReturnValue(0.99);
  const { baseUrl } = await script(failing(500));
  const client = createVehicleLookup({ baseUrl, ...account, onEvent, retry: { delay: 3_600_000 } });
  await client.listBrands({ signal: controller.signal }).safe();
  random.mockRestore();
  expect(delays).toEqual([59_400]);
});

test('timers never exceed the maximum timer length', async () => {
  const timer = vi.spyOn(globalThis, 'setTimeout');
  const { baseUrl, requests } = await script(failing(429, { 'retry-after': '2592000' }));
  const client = createVehicleLookup({ baseUrl, ...account, timeout: Number.MAX_SAFE_INTEGER });
  await client.listBrands().safe();
  const longest = Math.max(...timer.mock.calls.map(([, delay]) => delay ?? 0));
  timer.mockRestore();
  expect({ longest, requests: requests() }).toEqual({ longest: 2 ** 31 - 1, requests: 1 });
});

test('a signal ends a delay', async () => {
  const { baseUrl, requests } = await script(failing(429, { 'retry-after': '60' }));
  const controller = new AbortController();
  const onEvent = () => controller.abort(new Error('the user went on'));
  const error = await createVehicleLookup({ baseUrl, ...account, onEvent })
    .listBrands({ signal: controller.signal })
    .catch((reason) => reason);
  expect(error).toMatchObject({ code: 'aborted', cause: { message: 'the user went on' } });
  expect(requests()).toBe(1);
});

test.each([new TypeError('cut'), 'cut'])(
  'a success with a body that ends with the error %s is not repeated',
  async (reason) => {
    let sent = 0;
    const fetch = async (): Promise<Response> => {
      sent++;
      return new Response(new ReadableStream({ pull: (controller) => controller.error(reason) }));
    };
    const lookup = createVehicleLookup({
      baseUrl: 'http://127.0.0.1:9',
      user: 'demo',
      key: 'demo',
      fetch,
      retry: { delay: 0 },
    });
    expect(await lookup.listBrands().safe()).toMatchObject({ error: { code: 'network' } });
    expect(sent).toBe(1);
  },
);
