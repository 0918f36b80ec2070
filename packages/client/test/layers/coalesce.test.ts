import { afterEach, describe, expect, test, vi } from 'vitest';
import { createVehicleLookup, type Fetch, type Layer } from '../../src/index.ts';
import { createCache } from '../../src/layers/cache.ts';
import { coalesce } from '../../src/layers/coalesce.ts';
import { turns } from '../support/service.ts';
import { wrong } from '../support/untyped.ts';

const account = { baseUrl: 'http://127.0.0.1:9', user: 'demo', key: 'demo' };

afterEach(() => {
  vi.useRealTimers();
});

function fake() {
  const answer = Promise.withResolvers<Response>();
  const seen = { requests: 0, aborted: false };
  const fetch: Fetch = async (_, { signal }) => {
    seen.requests++;
    signal?.addEventListener('abort', () => {
      seen.aborted = true;
    });
    return (await answer.promise).clone();
  };
  const client = (...layers: Layer[]) => createVehicleLookup({ ...account, fetch, layers, retry: false });
  return { answer, seen, client, lookup: client(coalesce()) };
}
const brands = () => Response.json({ success: true, data: [{ slug: 'vw' }] });

describe('equal calls at the same time', () => {
  test('are one request, and each gets the response', async () => {
    const { answer, seen, lookup } = fake();
    const calls = [lookup.listBrands(), lookup.listBrands(), lookup.listModels('vw')];
    answer.resolve(brands());
    const results = await Promise.all(calls);
    expect(results.map(({ data }) => data)).toEqual(Array(3).fill([{ slug: 'vw' }]));
    expect(seen.requests).toBe(2);
  });

  test('get the same failure', async () => {
    const { answer, seen, lookup } = fake();
    const calls = [lookup.listBrands().safe(), lookup.listBrands().safe()];
    answer.reject(new TypeError('cut'));
    for (const call of calls) expect(await call).toMatchObject({ error: { code: 'network' } });
    expect(seen.requests).toBe(1);
  });
});

test('a later call makes a request of its own', async () => {
  const { answer, seen, lookup } = fake();
  answer.resolve(brands());
  await lookup.listBrands();
  await lookup.listBrands();
  expect(seen.requests).toBe(2);
});

test('a call that is aborted does not end the request: an equal call gets its response', async () => {
  const { answer, seen, lookup } = fake();
  const controller = new AbortController();
  const aborted = lookup.listBrands({ signal: controller.signal }).safe();
  await turns();
  controller.abort();
  expect(await aborted).toMatchObject({ error: { code: 'aborted' } });
  const again = lookup.listBrands();
  answer.resolve(brands());
  expect((await again).data).toEqual([{ slug: 'vw' }]);
  expect(seen).toEqual({ requests: 1, aborted: false });
});

test('a request that never ends is a time-out for all', async () => {
  const fetch = () => new Promise<Response>(() => {});
  const lookup = createVehicleLookup({ ...account, fetch, layers: [coalesce()], retry: false, timeout: 20 });
  const calls = [lookup.listBrands().safe(), lookup.listBrands().safe()];
  for (const call of calls) expect(await call).toMatchObject({ error: { code: 'timeout' } });
});

describe('a request whose calls were all aborted', () => {
  /** Aborts the only call of a client after its request was sent. */
  async function abandon(layer: Layer) {
    const { seen, answer, client } = fake();
    const lookup = client(layer);
    const controller = new AbortController();
    const call = lookup.listBrands({ signal: controller.signal }).safe();
    await turns();
    controller.abort();
    await call;
    return { seen, answer, lookup };
  }

  test('is cancelled after the time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { seen, answer, lookup } = await abandon(coalesce({ finishWithin: 2 }));
    vi.advanceTimersByTime(1_999);
    expect(seen.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(seen.aborted).toBe(true);
    answer.resolve(brands());
    await lookup.listBrands();
    expect(seen.requests).toBe(2);
  });

  test('is not cancelled if a call joins it before', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { seen, answer, lookup } = await abandon(coalesce({ finishWithin: 2 }));
    const joined = lookup.listBrands();
    await turns();
    vi.advanceTimersByTime(5_000);
    answer.resolve(brands());
    await joined;
    expect(seen).toEqual({ requests: 1, aborted: false });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('is cancelled immediately with finishWithin: 0', async () => {
    expect((await abandon(coalesce({ finishWithin: 0 }))).seen.aborted).toBe(true);
    expect((await abandon(createCache({ maxAge: 60, finishWithin: 0 }))).seen.aborted).toBe(true);
  });
});

test('a request that still waits in a limiter is not made after its call was aborted', async () => {
  const { answer, seen, client } = fake();
  const gate = Promise.withResolvers<void>();
  const waiting: Layer = (next) => async (address, init) => {
    await gate.promise;
    init.signal?.throwIfAborted();
    return next(address, init);
  };
  const lookup = client(createCache({ maxAge: 60 }), waiting);
  const controller = new AbortController();
  const call = lookup.listBrands({ signal: controller.signal }).safe();
  await turns();
  controller.abort();
  await call;
  gate.resolve();
  await turns();
  expect(seen.requests).toBe(0);
  answer.resolve(brands());
  expect((await lookup.listBrands()).data).toHaveLength(1);
});

test('the events of a call that still waits count the request, if the first call was aborted before', async () => {
  const charged: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  const waiting: Layer = (next) => async (address, init) => {
    await gate.promise;
    return next(address, init);
  };
  const lookup = createVehicleLookup({
    ...account,
    fetch: async () => brands(),
    layers: [coalesce(), waiting],
    onEvent: (event) => event.type === 'end' && charged.push([event.outcome, event.attempts, event.charged]),
  });
  const controller = new AbortController();
  const calls = [lookup.listBrands({ signal: controller.signal }).safe(), lookup.listBrands().safe()];
  await turns();
  controller.abort();
  await turns();
  gate.resolve();
  await Promise.all(calls);
  expect(charged).toEqual([
    ['aborted', 0, false],
    ['success', 1, true],
  ]);
});

test.each([
  [{ finishWithin: -1 }, 'coalesce: finishWithin: expected a number of seconds from 0, got -1.'],
  [{ finishWithn: 1 }, 'coalesce: finishWithn: unknown option; did you mean finishWithin?'],
])('%j is rejected', (options, message) => {
  expect(() => coalesce(wrong(options))).toThrow(message);
});
