import { expect, onTestFinished, test, vi } from 'vitest';
import { decodeMany, lookupMany } from '../../src/batch/batch.ts';
import { createVehicleLookup } from '../../src/index.ts';
import { createAllowance } from '../../src/layers/allowance.ts';
import { account, all, at, failed, fake, found, hang, soon, vins } from '../support/batch.ts';
import { turns } from '../support/service.ts';

test.each([
  ['unauthorized', 401, {}],
  ['quota_exhausted', 429, { 'Retry-After': '86400' }],
])('%s stops the batch after the requests in progress are complete', async (code, status, headers) => {
  const { client, seen } = fake(async (index) => {
    if (index !== 5) return soon(index, undefined);
    return Response.json({ success: false, message: 'No.' }, { status, headers });
  });
  const batch = decodeMany(client, vins(100), { concurrency: 4 });
  const items = await all(batch);
  expect(items.find(({ index }) => index === 5)).toMatchObject({ ok: false, error: { code } });
  expect(items.length).toBe(seen.requests);
  expect(items.length).toBeLessThan(15);
  expect(batch.summary).toEqual({ succeeded: items.length - 1, failed: 1, left: 100 - items.length, stopped: code });
});

test('an operation that the plan does not include stops the batch', async () => {
  const { client, seen } = fake(() => failed(403));
  const batch = lookupMany([1, 2, 3, 4, 5], (carId, options) => client.getOemParts(carId, options), { concurrency: 1 });
  expect(await all(batch)).toHaveLength(1);
  expect(seen.requests).toBe(1);
  expect(batch.summary).toEqual({ succeeded: 0, failed: 1, left: 4, stopped: 'forbidden_by_plan' });
});

test.each<[string, Response]>([
  ['server', failed(500)],
  ['invalid_response', new Response('<h1>Not found</h1>', { status: 404 })],
])('a batch stops when the first ten requests all fail with %s', async (code, answer) => {
  const { client, seen } = fake(() => answer.clone());
  const batch = decodeMany(client, vins(100), { concurrency: 1 });
  expect(await all(batch)).toHaveLength(10);
  expect(seen.requests).toBe(10);
  expect(batch.summary).toEqual({ succeeded: 0, failed: 10, left: 90, stopped: code, alike: 10 });
});

test.each<[string, (index: number) => Response, number | undefined]>([
  ['a request succeeds', (index) => (index === 3 ? found(index) : failed(500)), undefined],
  ['the error codes differ', (index) => failed(index === 3 ? 400 : 500), undefined],
  ['the inputs are not found', () => failed(404), undefined],
  ['stopAfter is Infinity', () => failed(500), Number.POSITIVE_INFINITY],
])('a batch with failures does not stop if %s', async (_, answer, stopAfter) => {
  const { client } = fake(answer);
  const batch = decodeMany(client, vins(30), stopAfter === undefined ? {} : { stopAfter });
  expect(await all(batch)).toHaveLength(30);
  expect(batch.summary).not.toHaveProperty('stopped');
});

test('an explicit stopAfter also counts inputs that are not found, which a service may charge', async () => {
  const { client } = fake(() => failed(404));
  const batch = decodeMany(client, vins(30), { concurrency: 1, stopAfter: 5 });
  expect(await all(batch)).toHaveLength(5);
  expect(batch.summary).toMatchObject({ stopped: 'not_found', alike: 5 });
});

test('inputs that are rejected without a request do not stop the batch', async () => {
  const { client } = fake((index) => found(index));
  const batch = decodeMany(client, [...Array(20).fill('wrong'), at(0)], { concurrency: 1 });
  expect(await all(batch)).toHaveLength(21);
  expect(batch.summary).toEqual({ succeeded: 1, failed: 20, left: 0 });
});

test.each([
  ['stopped', failed(401)],
  ['left', found(0)],
])('an input that arrives after the batch was %s does not cause a request', async (how, answer) => {
  const late = Promise.withResolvers<void>();
  async function* source() {
    yield 1;
    await late.promise;
    yield 2;
  }
  const { client } = fake(() => answer);
  const requested: number[] = [];
  const ask = (carId: number) => {
    requested.push(carId);
    return client.decodeVin(at(carId));
  };
  for await (const _ of lookupMany(source(), ask)) if (how === 'left') break;
  late.resolve();
  await turns(10);
  expect(requested).toEqual([1]);
});

test('an input that arrives after the batch was stopped does not cause a request, even while other requests are in progress', async () => {
  const late = Promise.withResolvers<void>();
  const answered = Promise.withResolvers<void>();
  async function* source() {
    yield* [0, 1];
    await late.promise;
    yield 2;
  }
  const { client } = fake(async (index) => {
    if (index === 0) return failed(401);
    await answered.promise;
    return found(index);
  });
  const requested: number[] = [];
  const batch = lookupMany(source(), (index) => {
    requested.push(index);
    return client.decodeVin(at(index));
  });
  const items = batch[Symbol.asyncIterator]();
  await items.next(); // The rejection, which stops the batch.
  const second = items.next();
  late.resolve();
  await turns(10);
  answered.resolve();
  expect((await second).value).toMatchObject({ index: 1, ok: true });
  expect((await items.next()).done).toBe(true);
  expect(requested).toEqual([0, 1]);
});

test('an allowance stops a batch before the service rejects requests', async () => {
  let requests = 0;
  const { layer } = createAllowance({ limit: 10, windowSeconds: 7 * 86_400 });
  const options = { fetch: async () => found(requests++), layers: [layer] };
  const batch = decodeMany(createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, ...options }), vins(30));
  const items = await all(batch);
  expect(requests).toBe(10);
  expect(items.filter(({ ok }) => ok)).toHaveLength(10);
  expect(batch.summary).toMatchObject({ succeeded: 10, stopped: 'quota_exhausted' });
});

test('the signal ends a batch and cancels the requests in progress, which produce items', async () => {
  const controller = new AbortController();
  const { client, seen } = fake((index, signal) => {
    if (index === 3) controller.abort();
    return hang(index, signal);
  });
  const batch = decodeMany(client, vins(20), { signal: controller.signal });
  const items = await all(batch);
  expect(items.map((item) => item.ok || item.error.code)).toEqual(Array(4).fill('aborted'));
  expect(seen).toMatchObject({ requests: 4, cancelled: 4 });
  expect(batch.summary).toEqual({ succeeded: 0, failed: 4, left: 16, stopped: 'aborted' });
});

test('the signal ends a batch that waits for the next input of its source', async () => {
  const controller = new AbortController();
  const next = () => {
    setImmediate(() => controller.abort());
    return new Promise<never>(() => {});
  };
  const never: AsyncIterable<string> = { [Symbol.asyncIterator]: () => ({ next }) };
  const batch = decodeMany(fake(soon).client, never, { signal: controller.signal });
  expect(await all(batch)).toEqual([]);
  expect(batch.summary).toEqual({ succeeded: 0, failed: 0, stopped: 'aborted' });
});

test('a batch with an aborted signal does not make requests', async () => {
  const { client, seen } = fake(soon);
  expect(await all(decodeMany(client, vins(3), { signal: AbortSignal.abort() }))).toEqual([]);
  expect(seen.requests).toBe(0);
});

test('leaving the loop cancels the requests in progress and closes the source, without an unhandled rejection', async () => {
  const unhandled = vi.fn();
  process.on('unhandledRejection', unhandled);
  onTestFinished(() => void process.off('unhandledRejection', unhandled));
  let closed = false;
  function* source() {
    try {
      yield* vins(100);
    } finally {
      closed = true;
    }
  }
  const { client, seen } = fake((index, signal) => (index === 0 ? found(0) : hang(index, signal)));
  for await (const item of decodeMany(client, source())) {
    expect(item.ok).toBe(true);
    break;
  }
  await turns();
  expect(seen.cancelled).toBe(seen.requests - 1);
  expect(seen.running).toBe(0);
  expect(closed).toBe(true);
  expect(unhandled).not.toHaveBeenCalled();
});

test('a finished batch removes its listener from the signal', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  await all(decodeMany(fake(soon).client, vins(5), { signal }));
  expect(added).toHaveBeenCalledOnce();
  expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1]);
});

test('if the source fails, the batch returns the items in progress and then throws the error', async () => {
  function* source() {
    yield at(0);
    yield at(1);
    throw new Error('line 3 is torn');
  }
  const indexes: number[] = [];
  const run = async () => {
    for await (const { index } of decodeMany(fake(soon).client, source())) indexes.push(index);
  };
  await expect(run()).rejects.toThrow('line 3 is torn');
  expect(indexes.sort()).toEqual([0, 1]);
});

test('an error in onProgress ends the iteration', async () => {
  const onProgress = () => {
    throw new Error('the bar is closed');
  };
  await expect(all(decodeMany(fake(soon).client, vins(9), { onProgress }))).rejects.toThrow('the bar is closed');
});

test('a function that throws instead of making a request ends the iteration', async () => {
  const broken = () => {
    throw new TypeError('getFluid is not a function');
  };
  await expect(all(lookupMany([1, 2], broken))).rejects.toThrow('getFluid is not a function');
});
