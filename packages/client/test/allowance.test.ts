import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { type AllowanceStore, createAllowance } from '../src/allowance.ts';
import { createVehicleLookup, type Fetch } from '../src/index.ts';
import { answering, serve } from './server.ts';

const account = { user: 'demo', key: 'CANARY-7391' };
const week = 7 * 86_400;
const nothing = answering(200, { success: true, data: [] });

/** A service that counts its requests. */
async function counted(answer = nothing): Promise<{ baseUrl: string; requests: () => number }> {
  let requests = 0;
  const baseUrl = await serve((request, response) => {
    requests++;
    answer(request, response);
  });
  return { baseUrl, requests: () => requests };
}

/** A store that takes its time, as a file or a database does, and is not atomic by itself. */
function slowStore(): AllowanceStore & { times: readonly number[] } {
  return {
    times: [],
    async update(change) {
      const before = this.times;
      await wait(1);
      this.times = change(before);
    },
  };
}

afterEach(() => {
  vi.useRealTimers();
});

test('requests are made while the allowance lasts, and none beyond it', async () => {
  const { baseUrl, requests } = await counted();
  const { fetch, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  const client = createVehicleLookup({ baseUrl, ...account, fetch });
  for (let asked = 0; asked < 3; asked++) await client.getFluids(1);
  const refused = await client.getFluids(1).safe();
  expect(refused).toMatchObject({ ok: false, status: 429, error: { code: 'quota_exhausted', operation: 'getFluids' } });
  expect(refused.ok || refused.error.message).toContain('The local allowance of 3 is used up; no request was made.');
  expect(requests()).toBe(3);
  expect(await remaining()).toBe(0);
});

test('requests at the same time never exceed the limit, whatever the store', async () => {
  const { baseUrl, requests } = await counted();
  const { fetch } = createAllowance({ limit: 7, windowSeconds: week, store: slowStore() });
  const client = createVehicleLookup({ baseUrl, ...account, fetch });
  const results = await Promise.all(Array.from({ length: 20 }, () => client.listBrands().safe()));
  expect(results.filter(({ ok }) => ok)).toHaveLength(7);
  expect(requests()).toBe(7);
});

test('allowances over one store that is atomic share the limit', async () => {
  const { baseUrl, requests } = await counted();
  let kept = '[]';
  const store: AllowanceStore = {
    update(change) {
      kept = JSON.stringify(change(JSON.parse(kept)));
    },
  };
  const clients = Array.from({ length: 4 }, () => {
    const { fetch } = createAllowance({ limit: 5, windowSeconds: week, store });
    return createVehicleLookup({ baseUrl, ...account, fetch });
  });
  await Promise.all(clients.flatMap((client) => [1, 2, 3].map((carId) => client.getFluids(carId).safe())));
  expect(requests()).toBe(5);
});

test.each([400, 401, 404, 500])('an answer %i is not charged', async (status) => {
  const { baseUrl } = await counted(answering(status, { success: false, message: 'No.' }));
  const { fetch, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  await createVehicleLookup({ baseUrl, ...account, fetch, retry: false })
    .getFluids(1)
    .safe();
  expect(await remaining()).toBe(3);
});

test('a refusal with the status of a success is not charged, and its answer stays readable', async () => {
  const { baseUrl } = await counted(answering(200, { success: false, message: 'No.' }));
  const { fetch, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  const result = await createVehicleLookup({ baseUrl, ...account, fetch })
    .getFluids(1)
    .safe();
  expect(result).toMatchObject({ error: { code: 'refused' } });
  expect(await remaining()).toBe(3);
});

test('each attempt counts for itself: two that fail and one that succeeds are one consultation', async () => {
  let attempt = 0;
  const { baseUrl, requests } = await counted((request, response) =>
    (++attempt < 3 ? answering(500, { success: false, message: 'No.' }) : nothing)(request, response),
  );
  const { fetch, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  await createVehicleLookup({ baseUrl, ...account, fetch, retry: { delay: 1 } }).getFluids(1);
  expect(requests()).toBe(3);
  expect(await remaining()).toBe(2);
});

test('a service that cannot be reached charges nothing', async () => {
  const { fetch, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch, retry: false });
  expect(await client.getFluids(1).safe()).toMatchObject({ error: { code: 'network' } });
  expect(await remaining()).toBe(3);
});

test('an attempt that ran into its time-out counts, because the service may have charged it', async () => {
  const baseUrl = await serve(() => {});
  const { fetch, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  const client = createVehicleLookup({ baseUrl, ...account, fetch, timeout: 100, retry: false });
  expect(await client.getFluids(1).safe()).toMatchObject({ error: { code: 'timeout' } });
  expect(await remaining()).toBe(2);
});

test('what is aborted before it is sent neither counts nor is sent', async () => {
  let sent = 0;
  const store = slowStore();
  const { fetch, remaining } = createAllowance({
    limit: 3,
    windowSeconds: week,
    store,
    fetch: async () => {
      sent++;
      return Response.json([]);
    },
  });
  const controller = new AbortController();
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch });
  const call = client.getFluids(1, { signal: controller.signal }).safe();
  controller.abort();
  expect(await call).toMatchObject({ error: { code: 'aborted' } });
  await expect.poll(remaining).toBe(3);
  expect(sent).toBe(0);
});

test('a store that failed once is asked again by the next call', async () => {
  const store = slowStore();
  const update = vi.fn(store.update.bind(store)).mockRejectedValueOnce(new Error('busy'));
  const { baseUrl } = await counted();
  const { fetch } = createAllowance({ limit: 3, windowSeconds: week, store: { update } });
  const client = createVehicleLookup({ baseUrl, ...account, fetch });
  expect((await client.getFluids(1).safe()).ok).toBe(false);
  expect((await client.getFluids(1).safe()).ok).toBe(true);
});

test('a place is free again when its consultation leaves the window, and the error says when', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const { fetch } = createAllowance({ limit: 2, windowSeconds: week, fetch: async () => Response.json([]) });
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch });
  const askAt = (second: number) => {
    vi.setSystemTime(second * 1000);
    return client.getFluids(1).safe();
  };
  expect([(await askAt(0)).ok, (await askAt(1000)).ok]).toEqual([true, true]);
  expect(await askAt(2000)).toMatchObject({ error: { code: 'quota_exhausted', retryAfter: week - 2000 } });
  expect(await askAt(week - 100)).toMatchObject({ error: { code: 'quota_exhausted', retryAfter: 100 } });
  expect((await askAt(week)).ok).toBe(true);
  expect(await askAt(week)).toMatchObject({ error: { code: 'quota_exhausted', retryAfter: 1000 } });
});

test('a wait that a client can bear is waited for, as with the service itself', async () => {
  const { fetch } = createAllowance({ limit: 1, windowSeconds: 1, fetch: async () => Response.json([]) });
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch });
  await client.getFluids(1);
  expect((await client.getFluids(1)).ok).toBe(true);
});

test('a clock that is put back does not close the window for longer than its length', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 });
  const { fetch } = createAllowance({ limit: 1, windowSeconds: week, fetch: async () => Response.json([]) });
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch });
  await client.getFluids(1);
  vi.setSystemTime(0);
  expect(await client.getFluids(1).safe()).toMatchObject({ error: { retryAfter: week } });
  vi.setSystemTime(week * 1000);
  expect((await client.getFluids(1).safe()).ok).toBe(true);
});

test('whatever the order of answers, as many places are taken as were charged', async () => {
  const statuses = fc.array(fc.constantFrom(200, 404, 500, 'fault' as const), { maxLength: 30 });
  const oneByOne = fc.asyncProperty(statuses, fc.scheduler(), async (answers, scheduler) => {
    const fetch: Fetch = async (address) => {
      const answer = answers[Number(new URL(address).searchParams.get('carId')) - 1];
      await scheduler.schedule(Promise.resolve());
      if (answer === 'fault') throw new TypeError('cut');
      return Response.json(answer === 200 ? [] : { success: false, message: 'No.' }, { status: answer ?? 200 });
    };
    const allowance = createAllowance({ limit: 100, windowSeconds: week, fetch });
    const client = createVehicleLookup({
      baseUrl: 'http://127.0.0.1:9',
      ...account,
      fetch: allowance.fetch,
      retry: false,
    });
    await scheduler.waitFor(Promise.all(answers.map((_, index) => client.getFluids(index + 1).safe())));
    expect(await allowance.remaining()).toBe(100 - answers.filter((answer) => answer === 200).length);
  });
  await fc.assert(oneByOne, { numRuns: process.env.DEEP ? 2_000 : 50 });
});

test.each([
  [
    'fails',
    () => {
      throw new Error('disk full');
    },
  ],
  ['does not call what it is given', () => {}],
  ['holds something else', (change: (times: never) => number[]) => void change({} as never)],
  ['holds no numbers', (change: (times: never) => number[]) => void change(['soon'] as never)],
])('a store that %s makes no request and is not asked again', async (_, update) => {
  const { baseUrl, requests } = await counted();
  const calls = vi.fn(update);
  const { fetch } = createAllowance({ limit: 3, windowSeconds: week, store: { update: calls } });
  const error = await createVehicleLookup({ baseUrl, ...account, fetch })
    .getFluids(1)
    .catch((reason) => reason);
  expect(error).toMatchObject({
    code: 'invalid_argument',
    operation: 'allowance',
    message: expect.stringContaining('store'),
  });
  expect(calls).toHaveBeenCalledTimes(1);
  expect(requests()).toBe(0);
});

test('an answer is not lost when the store fails after it', async () => {
  let updates = 0;
  const store = slowStore();
  const failing: AllowanceStore = {
    update: async (change) => (++updates > 1 ? Promise.reject(new Error('disk full')) : store.update(change)),
  };
  const { baseUrl } = await counted(answering(404, { success: false, message: 'No such vehicle.' }));
  const { fetch } = createAllowance({ limit: 3, windowSeconds: week, store: failing });
  expect(
    await createVehicleLookup({ baseUrl, ...account, fetch })
      .getFluids(1)
      .safe(),
  ).toMatchObject({ status: 404 });
});

test.each([
  [undefined as never, 'limit: expected an integer from 1'],
  [{ limit: 0, windowSeconds: week }, 'limit: expected an integer from 1'],
  [{ limit: 2.5, windowSeconds: week }, 'limit: expected an integer from 1'],
  [{ limit: 3, windowSeconds: 0 }, 'windowSeconds: expected a positive number'],
  [{ limit: 3, windowSeconds: Number.NaN }, 'windowSeconds: expected a positive number'],
])('%j is refused', (options, message) => {
  expect(() => createAllowance(options)).toThrow(message);
});

test('what is kept and shown says neither who asked nor what', async () => {
  const { baseUrl } = await counted();
  const store = slowStore();
  const allowance = createAllowance({ limit: 1, windowSeconds: week, store });
  const logged = vi.spyOn(console, 'log');
  onTestFinished(() => logged.mockRestore());
  const client = createVehicleLookup({ baseUrl, ...account, fetch: allowance.fetch });
  await client.getFluids(7391);
  const refused = await client.getFluids(7391).safe();
  expect(store.times).toEqual([expect.any(Number)]);
  expect(inspect([store, allowance, refused], { depth: Infinity, showHidden: true })).not.toMatch(/CANARY/);
  expect(logged).not.toHaveBeenCalled();
});
