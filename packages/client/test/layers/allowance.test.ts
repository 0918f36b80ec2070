import { inspect } from 'node:util';
import { closedAddress } from '@vehicle-lookup/testing';
import fc from 'fast-check';
import { expect, onTestFinished, test, vi } from 'vitest';
import { createVehicleLookup, type Fetch } from '../../src/index.ts';
import { type AllowanceStore, createAllowance } from '../../src/layers/allowance.ts';
import { createCache } from '../../src/layers/cache.ts';
import { answering, serve, serveSilence, turns } from '../support/service.ts';
import { wrong } from '../support/untyped.ts';

const account = { user: 'demo', key: 'CANARY-7391' };
const week = 7 * 86_400;
const emptyList = answering(200, { success: true, data: [] });

/** Starts a service that counts its requests. */
async function counted(answer = emptyList): Promise<{ baseUrl: string; requests: () => number }> {
  let requests = 0;
  const baseUrl = await serve((request, response) => {
    requests++;
    answer(request, response);
  });
  return { baseUrl, requests: () => requests };
}

/** Creates a store that, like a file, is asynchronous and not atomic. */
function slowStore(): AllowanceStore & { times: readonly number[] } {
  return {
    times: [],
    async update(change) {
      const before = this.times;
      await turns(1);
      this.times = change(before);
    },
  };
}

test('requests are made only until the allowance is exhausted', async () => {
  const { baseUrl, requests } = await counted();
  const { layer, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  const client = createVehicleLookup({ baseUrl, ...account, layers: [layer] });
  for (let count = 0; count < 3; count++) await client.getFluids(1);
  const rejected = await client.getFluids(1).safe();
  expect(rejected).toMatchObject({
    ok: false,
    status: 429,
    error: { code: 'quota_exhausted', operation: 'getFluids' },
  });
  expect(rejected.ok || rejected.error.message).toContain(
    'The local allowance is used up (limit: 3); no request was made. Raise limit if the plan has more.',
  );
  expect(requests()).toBe(3);
  expect(await remaining()).toBe(0);
});

test('concurrent requests do not exceed the limit, even with a store that is not atomic', async () => {
  const { baseUrl, requests } = await counted();
  const { layer } = createAllowance({ limit: 7, windowSeconds: week, store: slowStore() });
  const client = createVehicleLookup({ baseUrl, ...account, layers: [layer] });
  const results = await Promise.all(Array.from({ length: 20 }, () => client.listBrands().safe()));
  expect(results.filter(({ ok }) => ok)).toHaveLength(7);
  expect(requests()).toBe(7);
});

test('allowances with the same atomic store share the limit', async () => {
  const { baseUrl, requests } = await counted();
  let kept = '[]';
  const store: AllowanceStore = {
    update(change) {
      kept = JSON.stringify(change(JSON.parse(kept)));
    },
  };
  const clients = Array.from({ length: 4 }, () => {
    const { layer } = createAllowance({ limit: 5, windowSeconds: week, store });
    return createVehicleLookup({ baseUrl, ...account, layers: [layer] });
  });
  await Promise.all(clients.flatMap((client) => [1, 2, 3].map((carId) => client.getFluids(carId).safe())));
  expect(requests()).toBe(5);
});

test.each([400, 401, 404, 500])('a response with status %i is not charged', async (status) => {
  const { baseUrl } = await counted(answering(status, { success: false, message: 'No.' }));
  const { layer, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  await createVehicleLookup({ baseUrl, ...account, layers: [layer], retry: false })
    .getFluids(1)
    .safe();
  expect(await remaining()).toBe(3);
});

test('a failure with the success status is not charged, and its body can still be read', async () => {
  const { baseUrl } = await counted(answering(200, { success: false, message: 'No.' }));
  const { layer, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  const result = await createVehicleLookup({ baseUrl, ...account, layers: [layer] })
    .getFluids(1)
    .safe();
  expect(result).toMatchObject({ error: { code: 'rejected' } });
  expect(await remaining()).toBe(3);
});

test('two failed attempts and one success count as one consultation', async () => {
  let attempt = 0;
  const { baseUrl, requests } = await counted((request, response) =>
    (++attempt < 3 ? answering(500, { success: false, message: 'No.' }) : emptyList)(request, response),
  );
  const { layer, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  await createVehicleLookup({ baseUrl, ...account, layers: [layer], retry: { delay: 1 } }).getFluids(1);
  expect(requests()).toBe(3);
  expect(await remaining()).toBe(2);
});

test('a request to an unreachable service is not charged', async () => {
  const { layer, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, layers: [layer], retry: false });
  expect(await client.getFluids(1).safe()).toMatchObject({ error: { code: 'network' } });
  expect(await remaining()).toBe(3);
});

test('an attempt that is aborted after it was sent is counted, because the service may have charged it', async () => {
  const { baseUrl, arrived } = await serveSilence();
  const { layer, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  const controller = new AbortController();
  const client = createVehicleLookup({ baseUrl, ...account, layers: [layer], retry: false });
  const call = client.getFluids(1, { signal: controller.signal }).safe();
  await arrived;
  controller.abort();
  expect(await call).toMatchObject({ error: { code: 'aborted' } });
  expect(await remaining()).toBe(2);
});

test('an attempt that is aborted before it is sent is not sent or counted', async () => {
  let sent = 0;
  const store = slowStore();
  const { layer, remaining } = createAllowance({ limit: 3, windowSeconds: week, store });
  const fetch = async () => {
    sent++;
    return Response.json([]);
  };
  const controller = new AbortController();
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch, layers: [layer] });
  const call = client.getFluids(1, { signal: controller.signal }).safe();
  controller.abort();
  expect(await call).toMatchObject({ error: { code: 'aborted' } });
  await expect.poll(remaining).toBe(3);
  expect(sent).toBe(0);
});

test.each([false, true])(
  'a call with a hanging store ends after its time limit, and a later count is reverted (cache: %s)',
  async (hasCache) => {
    const store = slowStore();
    const hanging = Promise.withResolvers<void>();
    const update: AllowanceStore['update'] = async (change) => {
      await hanging.promise;
      await store.update(change);
    };
    const { layer, remaining } = createAllowance({ limit: 3, windowSeconds: week, store: { update } });
    const fetch = vi.fn(async () => Response.json([]));
    const layers = [...(hasCache ? [createCache({ maxAge: 0 })] : []), layer];
    const lookup = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', user: 'demo', key: 'demo', fetch, layers });
    expect(await lookup.listBrands({ timeout: 20, retry: false }).safe()).toMatchObject({ error: { code: 'timeout' } });
    hanging.resolve();
    await expect.poll(remaining).toBe(3);
    expect(fetch).not.toHaveBeenCalled();
  },
);

test('a store that failed once is used again by the next call', async () => {
  const store = slowStore();
  const update = vi.fn(store.update.bind(store)).mockRejectedValueOnce(new Error('busy'));
  const { baseUrl } = await counted();
  const { layer } = createAllowance({ limit: 3, windowSeconds: week, store: { update } });
  const client = createVehicleLookup({ baseUrl, ...account, layers: [layer] });
  expect((await client.getFluids(1).safe()).ok).toBe(false);
  expect((await client.getFluids(1).safe()).ok).toBe(true);
});

test('the counted consultations equal the charged consultations, for responses in any order', async () => {
  const statuses = fc.array(fc.constantFrom(200, 404, 500, 'fault' as const), { maxLength: 30 });
  const oneByOne = fc.asyncProperty(statuses, fc.scheduler(), async (answers, scheduler) => {
    const fetch: Fetch = async (address) => {
      const answer = answers[Number(new URL(address).searchParams.get('carId')) - 1];
      await scheduler.schedule(Promise.resolve());
      if (answer === 'fault') throw new TypeError('cut');
      return Response.json(answer === 200 ? [] : { success: false, message: 'No.' }, { status: answer ?? 200 });
    };
    const allowance = createAllowance({ limit: 100, windowSeconds: week });
    const client = createVehicleLookup({
      baseUrl: 'http://127.0.0.1:9',
      ...account,
      fetch,
      layers: [allowance.layer],
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
  ['does not call its argument', () => {}],
  ['contains an object instead of a list', (change: (times: never) => number[]) => void change(wrong({}))],
  ['contains strings', (change: (times: never) => number[]) => void change(wrong(['soon']))],
])('a store that %s prevents the request and is not used again', async (_, update) => {
  const { baseUrl, requests } = await counted();
  const calls = vi.fn(update);
  const { layer } = createAllowance({ limit: 3, windowSeconds: week, store: { update: calls } });
  const error = await createVehicleLookup({ baseUrl, ...account, layers: [layer] })
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

test('a response is returned even if the store fails after the response', async () => {
  let updates = 0;
  const store = slowStore();
  const failing: AllowanceStore = {
    update: async (change) => (++updates > 1 ? Promise.reject(new Error('disk full')) : store.update(change)),
  };
  const { baseUrl } = await counted(answering(404, { success: false, message: 'No such vehicle.' }));
  const { layer } = createAllowance({ limit: 3, windowSeconds: week, store: failing });
  expect(
    await createVehicleLookup({ baseUrl, ...account, layers: [layer] })
      .getFluids(1)
      .safe(),
  ).toMatchObject({ status: 404 });
});

test.each([
  [wrong(undefined), 'limit: expected a positive integer'],
  [{ limit: 1, windowSeconds: week, countlost: true }, 'countlost: unknown option; did you mean countLost?'],
  [{ limit: 0, windowSeconds: week }, 'limit: expected a positive integer'],
  [{ limit: 2.5, windowSeconds: week }, 'limit: expected a positive integer'],
  [{ limit: 3, windowSeconds: 0 }, 'windowSeconds: expected a positive number'],
  [{ limit: 3, windowSeconds: Number.NaN }, 'windowSeconds: expected a positive number'],
])('%j is rejected', (options, message) => {
  expect(() => createAllowance(options)).toThrow(message);
});

test('the store and the errors do not contain the account or the query', async () => {
  const { baseUrl } = await counted();
  const store = slowStore();
  const allowance = createAllowance({ limit: 1, windowSeconds: week, store });
  const logged = vi.spyOn(console, 'log');
  onTestFinished(() => logged.mockRestore());
  const client = createVehicleLookup({ baseUrl, ...account, layers: [allowance.layer] });
  await client.getFluids(7391);
  const rejected = await client.getFluids(7391).safe();
  expect(store.times).toEqual([expect.any(Number)]);
  expect(inspect([store, allowance, rejected], { depth: Infinity, showHidden: true })).not.toMatch(/CANARY/);
  expect(logged).not.toHaveBeenCalled();
});

test('if lookups are charged, a vehicle that is not found is also counted', async () => {
  const { baseUrl } = await counted(answering(404, { success: false, message: 'No.' }));
  const { layer, remaining } = createAllowance({ limit: 3, windowSeconds: week, charge: 'lookup' });
  await createVehicleLookup({ baseUrl, ...account, layers: [layer] })
    .getFluids(1)
    .safe();
  expect(await remaining()).toBe(2);
});

test('an attempt that times out is counted, because the service may have charged it', async () => {
  const { baseUrl } = await serveSilence();
  const { layer, remaining } = createAllowance({ limit: 3, windowSeconds: week });
  const client = createVehicleLookup({ baseUrl, ...account, layers: [layer], timeout: 20, retry: false });
  expect(await client.getFluids(1).safe()).toMatchObject({ error: { code: 'timeout' } });
  expect(await remaining()).toBe(2);
});

test('countLost counts requests with a broken connection, but not requests that cannot connect', async () => {
  const baseUrl = await serve((request) => request.socket.destroy());
  const { layer, remaining } = createAllowance({ limit: 9, windowSeconds: week, countLost: true });
  const client = createVehicleLookup({ baseUrl, ...account, layers: [layer], retry: { limit: 1, delay: 0 } });
  expect(await client.getFluids(1).safe()).toMatchObject({ error: { code: 'network' } });
  expect(await remaining()).toBe(7); // The request and its retry are counted.

  const nowhere = createVehicleLookup({ baseUrl: await closedAddress(), ...account, layers: [layer], retry: false });
  expect(await nowhere.getFluids(1).safe()).toMatchObject({ error: { code: 'network' } });
  expect(await remaining()).toBe(7);
});
