import { afterEach, describe, expect, test, vi } from 'vitest';
import { createVehicleLookup, type Fetch, type Layer } from '../../src/index.ts';
import { createAllowance } from '../../src/layers/allowance.ts';
import { createCache } from '../../src/layers/cache.ts';
import { createLimiter } from '../../src/layers/limiter.ts';
import { turns } from '../support/service.ts';

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
  return { answer, seen, client, lookup: client(createCache({ maxAge: 0 })) };
}
const brands = () => Response.json({ success: true, data: [{ slug: 'vw' }] });

describe('identical concurrent calls', () => {
  test('share one request, and each call gets the response', async () => {
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

test('a later call makes its own request', async () => {
  const { answer, seen, lookup } = fake();
  answer.resolve(brands());
  await lookup.listBrands();
  await lookup.listBrands();
  expect(seen.requests).toBe(2);
});

test('an aborted call does not end its request, and an identical call gets the response', async () => {
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

test('a request that never ends causes a timeout of all its calls', async () => {
  const fetch = () => new Promise<Response>(() => {});
  const lookup = createVehicleLookup({
    ...account,
    fetch,
    layers: [createCache({ maxAge: 0 })],
    retry: false,
    timeout: 20,
  });
  const calls = [lookup.listBrands().safe(), lookup.listBrands().safe()];
  for (const call of calls) expect(await call).toMatchObject({ error: { code: 'timeout' } });
});

describe('identical calls', () => {
  const failure = (key: string | null) => Response.json({ success: false, message: `No: ${key}.` }, { status: 403 });

  test('from another account make their own request and do not get the failure or the key of the first account', async () => {
    const fetch: Fetch = async (address) => {
      const { searchParams } = new URL(address);
      return searchParams.get('user') === 'ann' ? failure(searchParams.get('key')) : brands();
    };
    const layers = [createCache({ maxAge: 60 })];
    const [ann, ben] = ['ann', 'ben'].map((user) =>
      createVehicleLookup({ ...account, user, key: `CANARY-${user}`, fetch, layers }),
    );
    const results = await Promise.all([ann?.listBrands().safe(), ben?.listBrands().safe()]);
    expect(results).toMatchObject([{ ok: false }, { ok: true }]);
    expect(JSON.stringify(results)).not.toContain('CANARY');
  });

  test('have separate time limits, and the response is kept after the last call', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const { answer, seen, client } = fake();
    const lookup = client(createCache({ maxAge: 60 }));
    const calls = [50, 100].map((timeout) => lookup.listBrands({ timeout }).safe());
    await turns();
    vi.advanceTimersByTime(100);
    for (const [index, milliseconds] of [50, 100].entries())
      expect(await calls[index]).toMatchObject({
        error: { code: 'timeout', message: expect.stringContaining(` ${milliseconds} ms`) },
      });
    answer.resolve(brands());
    await turns();
    expect((await lookup.listBrands({ timeout: 50 })).headers.get('age')).toBe('1');
    expect(seen).toEqual({ requests: 1, aborted: false });
    expect(vi.getTimerCount()).toBe(0);
  });

  test('do not wait for the request of a terminated worker', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
    const fetches: Fetch[] = [() => new Promise<Response>(() => {}), async () => brands()];
    const fetch: Fetch = async (...given) => (fetches.shift() as Fetch)(...given);
    const lookup = createVehicleLookup({ ...account, fetch, layers: [createCache({ maxAge: 60 })], retry: false });
    lookup.listBrands({ timeout: 0 }).safe();
    await turns();
    vi.advanceTimersByTime(61_000);
    expect((await lookup.listBrands()).data).toHaveLength(1);
  });
});

describe('a request without remaining calls', () => {
  /** Aborts the only call of a client after its request was sent. */
  async function abandon(...layers: Layer[]) {
    const { seen, answer, client } = fake();
    const lookup = client(...layers);
    const controller = new AbortController();
    const call = lookup.listBrands({ signal: controller.signal }).safe();
    await turns();
    controller.abort();
    await call;
    return { seen, answer, lookup };
  }

  test('is cancelled after the time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { seen, answer, lookup } = await abandon(createCache({ maxAge: 0, finishWithin: 2 }));
    vi.advanceTimersByTime(1_999);
    expect(seen.aborted).toBe(false);
    vi.advanceTimersByTime(1);
    expect(seen.aborted).toBe(true);
    answer.resolve(brands());
    await lookup.listBrands();
    expect(seen.requests).toBe(2);
  });

  test('is not cancelled if a call joins the request before the time limit', async () => {
    vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
    const { seen, answer, lookup } = await abandon(createCache({ maxAge: 0, finishWithin: 2 }));
    const joined = lookup.listBrands();
    await turns();
    vi.advanceTimersByTime(5_000);
    answer.resolve(brands());
    await joined;
    expect(seen).toEqual({ requests: 1, aborted: false });
    expect(vi.getTimerCount()).toBe(0);
  });

  test.each([[0], [60]])('is cancelled immediately with finishWithin: 0 (maxAge: %i)', async (maxAge) => {
    expect((await abandon(createCache({ maxAge, finishWithin: 0 }))).seen.aborted).toBe(true);
  });

  test('is cancelled according to the outer of two caches', async () => {
    expect(
      (await abandon(createCache({ maxAge: 60, finishWithin: 0 }), createCache({ maxAge: 60 }))).seen.aborted,
    ).toBe(true);
    expect(
      (await abandon(createCache({ maxAge: 60 }), createCache({ maxAge: 60, finishWithin: 0 }))).seen.aborted,
    ).toBe(false);
  });

  test('is not cancelled below a layer that passes on only the signal', async () => {
    const own: Layer =
      (next) =>
      (address, { signal }) =>
        next(address, { signal: signal ?? null });
    const { seen, answer, lookup } = await abandon(createCache({ maxAge: 60 }), own);
    answer.resolve(brands());
    await turns();
    expect((await lookup.listBrands()).headers.get('age')).toBe('1');
    expect(seen).toEqual({ requests: 1, aborted: false });
  });
});

test('a request that waits in a limiter is not sent after its call was aborted', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  const { answer, seen, client } = fake();
  const lookup = client(createLimiter(), createCache({ maxAge: 60 }));
  answer.resolve(Response.json({ success: false, message: 'No.' }, { status: 429, headers: { 'Retry-After': '5' } }));
  await lookup.listModels('vw').safe();
  const controller = new AbortController();
  const call = lookup.listBrands({ signal: controller.signal }).safe();
  await turns();
  controller.abort();
  await call;
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen.requests).toBe(1);
  await lookup.listBrands().safe();
  expect(seen.requests).toBe(2);
  expect(vi.getTimerCount()).toBe(0);
});

test.each(['cache', 'allowance'])(
  'a request that waits for the store of the %s is not sent after its call was aborted',
  async (slow) => {
    const { seen, client } = fake();
    const gate = Promise.withResolvers<void>();
    const wait = async (name: string) => (name === slow ? gate.promise : undefined);
    let times: number[] = [];
    const get = async () => {
      await wait('cache');
      return undefined;
    };
    const update = async (change: (times: readonly number[]) => number[]) => {
      await wait('allowance');
      times = change(times);
    };
    const allowance = createAllowance({ limit: 5, windowSeconds: 60, store: { update } });
    const cache = createCache({ maxAge: 60, store: { get, set: () => {} } });
    const lookup = client(cache, ...(slow === 'cache' ? [] : [allowance.layer]));
    const controller = new AbortController();
    const call = lookup.listBrands({ signal: controller.signal }).safe();
    await turns();
    controller.abort();
    await call;
    gate.resolve();
    await turns();
    expect([seen.requests, times]).toEqual([0, []]);
  },
);

test('a call that takes over the request of an aborted call counts the request in its events', async () => {
  const ends: unknown[] = [];
  const answer = Promise.withResolvers<Response>();
  const lookup = createVehicleLookup({
    ...account,
    fetch: () => answer.promise,
    layers: [createCache({ maxAge: 60 })],
    onEvent: (event) => event.type === 'end' && ends.push([event.outcome, event.attempts, event.charged]),
  });
  const controller = new AbortController();
  const aborted = lookup.listBrands({ signal: controller.signal }).safe();
  await turns();
  controller.abort();
  await aborted;
  const joined = [lookup.listBrands(), lookup.listBrands()];
  answer.resolve(brands());
  await Promise.all(joined);
  expect(ends).toEqual([
    ['aborted', 1, undefined],
    ['success', 1, true],
    ['success', 0, false],
  ]);
});

test('a call that is still waiting counts the request in its events after the first call was aborted', async () => {
  const charged: unknown[] = [];
  const gate = Promise.withResolvers<void>();
  const waiting: Layer = (next) => async (address, init) => {
    await gate.promise;
    return next(address, init);
  };
  const lookup = createVehicleLookup({
    ...account,
    fetch: async () => brands(),
    layers: [createCache({ maxAge: 0 }), waiting],
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
