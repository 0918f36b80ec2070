import { describe, expect, test } from 'vitest';
import {
  type CallEvent,
  createClient,
  createFetch,
  createVehicleLookup,
  type EndEvent,
  type Layer,
  type VehicleLookup,
} from '../../src/index.ts';
import { createAllowance } from '../../src/layers/allowance.ts';
import { createCache } from '../../src/layers/cache.ts';
import { answering, serve, serveSilence, turns } from '../support/service.ts';

const account = { user: 'demo', key: 'CANARY/7391' };
const retry = { delay: 1 };

/** Starts a service that returns 500 for the first request. */
async function recovering(): Promise<string> {
  let requests = 0;
  return serve((request, response) => {
    const status = ++requests === 1 ? 500 : 200;
    answering(status, { success: status === 200, data: [] }, { 'x-request-id': `r${requests}` })(request, response);
  });
}

const query = { brands: 1 } as const;
const layers: Record<string, (baseUrl: string, onEvent: (event: CallEvent) => void) => Promise<unknown>> = {
  createFetch: (baseUrl, onEvent) => createFetch({ baseUrl, ...account, retry, onEvent })(`${baseUrl}/api/?brands=1`),
  'createClient, GET': (baseUrl, onEvent) =>
    createClient({ baseUrl, ...account, retry, onEvent }).GET('/api/', { params: { query } }),
  'createClient, call': (baseUrl, onEvent) =>
    createClient({ baseUrl, ...account, retry, onEvent }).call('listBrands', {}),
  createVehicleLookup: (baseUrl, onEvent) => createVehicleLookup({ baseUrl, ...account, retry, onEvent }).listBrands(),
};

describe.each(Object.entries(layers))('a call of %s', (_, ask) => {
  test('emits an event for each retry and exactly one end event', async () => {
    const events: CallEvent[] = [];
    const baseUrl = await recovering();
    await ask(baseUrl, (event) => events.push(event));
    const [{ callId } = { callId: '' }] = events;
    expect(callId).toMatch(/^[a-z0-9]+$/);
    const same = { callId, operation: 'listBrands' };
    expect(events).toEqual([
      { type: 'retry', ...same, attempt: 1, delay: expect.any(Number), code: 'server' },
      {
        type: 'end',
        ...same,
        outcome: 'success',
        attempts: 2,
        fromCache: false,
        charged: true,
        status: 200,
        requestId: 'r2',
        address: `${baseUrl}/api/?brands=1`,
        startTime: expect.any(Number),
        milliseconds: expect.any(Number),
      },
    ]);
  });

  test.each<[string, number, unknown, string]>([
    ['a failure', 404, { success: false, message: 'No.' }, 'not_found'],
    ['a failure with status 200', 200, { success: false, message: 'No.' }, 'rejected'],
    ['an HTML page', 200, '<p>', 'invalid_response'],
  ])('that returns %s emits one event with the outcome', async (_name, status, body, outcome) => {
    const events: CallEvent[] = [];
    await ask(await serve(answering(status, body)), (event) => events.push(event)).catch(() => {});
    expect(events).toMatchObject([
      { type: 'end', outcome, attempts: 1, charged: status === 200 && outcome !== 'rejected', status },
    ]);
  });

  test('returns the same result if the listener fails, without an unhandled rejection', async () => {
    const unhandled: unknown[] = [];
    const listen = (reason: unknown) => unhandled.push(reason);
    process.on('unhandledRejection', listen);
    const throws = () => {
      throw new Error('of the listener');
    };
    await ask(await recovering(), throws);
    await ask(await recovering(), async () => throws());
    await turns();
    process.off('unhandledRejection', listen);
    expect(unhandled).toEqual([]);
  });
});

test('a call that is rejected before a request emits one event without a URL', async () => {
  const events: CallEvent[] = [];
  const lookup = createVehicleLookup({
    baseUrl: 'http://127.0.0.1:1',
    ...account,
    onEvent: (event) => events.push(event),
  });
  const result = await lookup.getFluids(0).safe();
  expect(events).toMatchObject([{ type: 'end', outcome: 'invalid_argument', attempts: 0 }]);
  expect(events[0]).not.toHaveProperty('address');
  expect(result).toMatchObject({ error: { callId: events[0]?.callId } });
});

test('a success that cannot be parsed emits one event', async () => {
  const events: CallEvent[] = [];
  const baseUrl = await serve(answering(200, { success: true, data: {} }));
  const lookup = createVehicleLookup({ baseUrl, ...account, onEvent: (event) => events.push(event) });
  await lookup.listBrands().safe();
  expect(events).toMatchObject([{ outcome: 'invalid_response', status: 200 }]);
});

test('an event is emitted even if the digits of the key occur in one of its numbers', async () => {
  const events: CallEvent[] = [];
  const baseUrl = await serve(answering(200, { success: true, data: [] }));
  const key = `${Date.now()}`.slice(0, 6);
  await createVehicleLookup({ baseUrl, user: 'demo', key, onEvent: (event) => events.push(event) }).listBrands();
  expect(events).toMatchObject([{ type: 'end', outcome: 'success', startTime: expect.any(Number) }]);
});

test('a misplaced key is masked in the URL', async () => {
  const events: CallEvent[] = [];
  const baseUrl = await serve(answering(404, { success: false, message: 'No.' }));
  const lookup = createVehicleLookup({ baseUrl, ...account, onEvent: (event) => events.push(event) });
  await lookup.listModels(account.key).safe();
  expect(events).toMatchObject([{ address: `${baseUrl}/api/?models=1&brand=***` }]);
});

describe('events report charges', () => {
  /** Returns the end events of a client with these layers, in call order. */
  async function ends(layers: Layer[], calls: (lookup: VehicleLookup) => Promise<unknown>): Promise<EndEvent[]> {
    const events: EndEvent[] = [];
    const onEvent = (event: CallEvent) => void (event.type === 'end' && events.push(event));
    const fetch = async () => {
      await turns();
      return Response.json({ success: true, data: [] });
    };
    await calls(createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch, onEvent, layers }));
    return events;
  }
  const twice = async (lookup: VehicleLookup) => {
    await lookup.listBrands();
    await lookup.listBrands().safe();
  };
  const paid = { outcome: 'success', attempts: 1, fromCache: false, charged: true };

  test('a cached response is not charged', async () => {
    const cached = { outcome: 'success', attempts: 0, fromCache: true, charged: false };
    expect(await ends([createCache({ maxAge: 60 })], twice)).toMatchObject([paid, cached]);
  });

  test('a call that the local allowance rejects makes no request and is not charged', async () => {
    const { layer } = createAllowance({ limit: 1, windowSeconds: 86_400 });
    const rejected = { outcome: 'quota_exhausted', attempts: 0, fromCache: false, charged: false };
    expect(await ends([layer], twice)).toMatchObject([paid, rejected]);
  });

  test('only one of several identical concurrent calls is charged', async () => {
    const both = (lookup: VehicleLookup) => Promise.all([lookup.listBrands(), lookup.listBrands()]);
    const follower = { outcome: 'success', attempts: 0, fromCache: false, charged: false };
    expect(await ends([createCache({ maxAge: 0 })], both)).toMatchObject([paid, follower]);
  });

  test.each<[string, string, Record<string, string>, boolean | undefined]>([
    ['a lost request and rejections', 'cut 503 503', {}, undefined],
    ['a lost request and a failure', 'cut 404', {}, undefined],
    ['rejections', '503 503 503', {}, false],
    ['a lost request and a success', 'cut 200', {}, true],
    ['a success from an intermediate cache', '200', { age: '7' }, false],
    ['a success that an intermediate cache forwards', '200', { age: '0' }, true],
  ])('for a call with %s', async (_, responses, headers, charged) => {
    const left = responses.split(' ');
    const events: CallEvent[] = [];
    const onEvent = (event: CallEvent) => void (event.type === 'end' && events.push(event));
    const fetch = async () => {
      const response = left.shift();
      if (response === 'cut') throw new TypeError('terminated');
      return Response.json({ success: response === '200', data: [] }, { status: Number(response), headers });
    };
    const lookup = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch, onEvent, retry });
    await lookup.listBrands().safe();
    expect(events).toMatchObject([{ attempts: responses.split(' ').length }]);
    expect((events[0] as EndEvent).charged).toBe(charged);
    expect((events[0] as EndEvent).fromCache).toBe(headers.age === '7');
    expect(left).toEqual([]);
  });

  test('`charged` is absent if a request ended without a response', async () => {
    const { baseUrl } = await serveSilence();
    const events: CallEvent[] = [];
    const onEvent = (event: CallEvent) => events.push(event);
    await createVehicleLookup({ baseUrl, ...account, retry: false, timeout: 1, onEvent })
      .listBrands()
      .safe();
    expect(events).toMatchObject([{ outcome: 'timeout', attempts: 1, fromCache: false }]);
    expect(events[0]).not.toHaveProperty('charged');
  });
});
