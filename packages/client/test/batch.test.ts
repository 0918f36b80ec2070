import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { type BatchItem, type BatchSummary, decodeMany, lookupMany } from '../src/batch/batch.ts';
import { createVehicleLookup, type Failure, type Fetch, type Middleware, type Success } from '../src/index.ts';
import { createAllowance } from '../src/layers/allowance.ts';
import { serve, turns } from './support/service.ts';

const account = { user: 'demo', key: 'CANARY-7391', retry: false } as const;
const at = (index: number) => `WVWZZZ1KZAW${String(index).padStart(6, '0')}`;
const vins = (count: number) => Array.from({ length: count }, (_, index) => at(index));

/** How a fake service answers the VIN of that number. */
type Behaviour = (index: number, signal: AbortSignal | null | undefined) => Promise<Response> | Response;

const found = (index: number): Response => Response.json({ success: true, data: { carId: index + 1, make: 'VW' } });
const failed = (status: number): Response => Response.json({ success: false, message: 'No.' }, { status });

/** A client of a fake service, and the numbers of its requests. */
function fake(behave: Behaviour) {
  const seen = { requests: 0, running: 0, most: 0, cancelled: 0 };
  const fetch: Fetch = async (address, { signal }) => {
    seen.requests++;
    seen.most = Math.max(seen.most, ++seen.running);
    signal?.addEventListener('abort', () => seen.cancelled++);
    try {
      return await behave(Number(new URL(address).searchParams.get('vin')?.slice(-6)), signal);
    } finally {
      seen.running--;
    }
  };
  return { seen, client: createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch }) };
}

/** Answers after some turns, so that answers come in another order than requests. */
const soon: Behaviour = async (index) => {
  await turns(index % 3);
  return found(index);
};

/** Never answers; ends when the request is aborted. */
const hang: Behaviour = (_, signal) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test('every VIN becomes an item with its index, the VIN and the result', async () => {
  const { client } = fake((index) => (index === 2 ? failed(404) : found(index)));
  const items = await all(decodeMany(client, vins(4), { ordered: true }));
  expectTypeOf(items).toEqualTypeOf<BatchItem<string, Success<'decodeVin'> | Failure<'decodeVin'>>[]>();
  expect(items).toMatchObject([
    { index: 0, input: at(0), ok: true, data: { carId: 1 } },
    { index: 1, input: at(1), ok: true, data: { carId: 2 } },
    { index: 2, input: at(2), ok: false, status: 404, error: { code: 'not_found' } },
    { index: 3, input: at(3), ok: true, data: { carId: 4 } },
  ]);
});

test('it works with a real service', async () => {
  const baseUrl = await serve((_, response) =>
    response.end(JSON.stringify({ success: true, data: { carId: 7, make: 'VW', model: 'Golf' } })),
  );
  const items = await all(decodeMany(createVehicleLookup({ baseUrl, ...account }), vins(40), { concurrency: 8 }));
  expect(items.filter((item) => item.ok && item.data.carId === 7)).toHaveLength(40);
});

test('items come as soon as they are ready, or in the order of the inputs', async () => {
  const order = async (ordered: boolean) => {
    const gate = Promise.withResolvers<void>();
    const { client } = fake(async (index) => {
      if (index === 0) await gate.promise;
      if (index === 1) gate.resolve();
      return found(index);
    });
    const items = await all(decodeMany(client, vins(6), { concurrency: 2, ordered }));
    return items.map(({ index }) => index);
  };
  expect((await order(false)).slice(0, 2)).toEqual([1, 0]);
  expect(await order(true)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('an invalid VIN is an item without a request', async () => {
  const { client, seen } = fake(soon);
  const items = await all(decodeMany(client, ['short', at(1), 7 as never]));
  expect(items.filter(({ ok }) => !ok)).toMatchObject([
    { input: 'short', error: { code: 'invalid_argument' } },
    { input: 7, error: { code: 'invalid_argument' } },
  ]);
  expect(seen.requests).toBe(1);
});

test('every input has one item, and the concurrency is limited, for any answers in any order', async () => {
  const runs = fc.asyncProperty(
    fc.array(fc.constantFrom(200, 404, 500), { maxLength: 40 }),
    fc.integer({ min: 1, max: 9 }),
    fc.boolean(),
    fc.scheduler(),
    async (statuses, concurrency, ordered, scheduler) => {
      const { client, seen } = fake(async (index) => {
        await scheduler.schedule(Promise.resolve());
        return statuses[index] === 200 ? found(index) : failed(statuses[index] ?? 500);
      });
      const reports: BatchSummary[] = [];
      const batch = decodeMany(client, vins(statuses.length), {
        concurrency,
        ordered,
        onProgress: (one) => reports.push(one),
      });
      const items = await scheduler.waitFor(all(batch));
      const indexes = items.map(({ index }) => index);
      expect(ordered ? indexes : indexes.toSorted((a, b) => a - b)).toEqual(statuses.map((_, index) => index));
      expect(items.every(({ index, input, ok }) => input === at(index) && ok === (statuses[index] === 200))).toBe(true);
      expect(seen.most).toBe(Math.min(concurrency, statuses.length));
      const succeeded = statuses.filter((status) => status === 200).length;
      expect(batch.summary).toEqual({ succeeded, failed: statuses.length - succeeded, left: 0 });
      expect(reports.map(({ left }) => left)).toEqual(statuses.map((_, index) => index).reverse());
    },
  );
  await fc.assert(runs, { numRuns: process.env.DEEP ? 2_000 : 60 });
});

test('only as many inputs are read as requests are allowed, and none before the first item is wanted', async () => {
  let read = 0;
  async function* source() {
    for (;;) yield at(read++);
  }
  const { client, seen } = fake(soon);
  const batch = decodeMany(client, source(), { concurrency: 3 });
  await turns();
  expect(read).toBe(0);
  const items = batch[Symbol.asyncIterator]();
  await items.next();
  await turns(20);
  expect(read).toBeLessThanOrEqual(4);
  expect(seen.requests).toBe(read);
  await items.return?.();
});

test('no request is made while no item is wanted, even if inputs come slowly', async () => {
  async function* source() {
    for (let index = 0; ; index++) {
      await turns();
      yield at(index);
    }
  }
  const { client, seen } = fake(found);
  const items = decodeMany(client, source(), { concurrency: 4 })[Symbol.asyncIterator]();
  await items.next();
  const before = seen.requests;
  await turns(20);
  expect(seen.requests).toBe(before);
  for (let more = 0; more < 5; more++) expect((await items.next()).done).toBe(false);
  await items.return?.();
});

test('a slow consumer makes the batch read no more inputs than requests are allowed', async () => {
  let read = 0;
  function* source() {
    for (;;) yield at(read++);
  }
  let taken = 0;
  for await (const _ of decodeMany(fake(found).client, source(), { concurrency: 3 })) {
    await turns();
    expect(read).toBeLessThanOrEqual(++taken + 3);
    if (taken === 10) break;
  }
});

test('an item is returned while the source waits for its next input', async () => {
  async function* source() {
    yield at(0);
    await new Promise(() => {});
  }
  const items = decodeMany(fake(soon).client, source())[Symbol.asyncIterator]();
  expect((await items.next()).value).toMatchObject({ index: 0, ok: true });
});

test.each([
  ['unauthorized', 401, {}],
  ['quota_exhausted', 429, { 'Retry-After': '86400' }],
])('%s stops the batch after the requests in progress', async (code, status, headers) => {
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

test.each([
  ['stopped', failed(401)],
  ['left', found(0)],
])('an input that arrives after the batch was %s gets no request', async (how, answer) => {
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

test('an input that arrives after the batch was stopped gets no request, even while others are in progress', async () => {
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
  await items.next(); // The refusal, which stops the batch.
  const second = items.next();
  late.resolve();
  await turns(10);
  answered.resolve();
  expect((await second).value).toMatchObject({ index: 1, ok: true });
  expect((await items.next()).done).toBe(true);
  expect(requested).toEqual([0, 1]);
});

test('an allowance stops it before the service does', async () => {
  let requests = 0;
  const { layer } = createAllowance({ limit: 10, windowSeconds: 7 * 86_400 });
  const options = { fetch: async () => found(requests++), layers: [layer] };
  const batch = decodeMany(createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, ...options }), vins(30));
  const items = await all(batch);
  expect(requests).toBe(10);
  expect(items.filter(({ ok }) => ok)).toHaveLength(10);
  expect(batch.summary).toMatchObject({ succeeded: 10, stopped: 'quota_exhausted' });
});

test('its signal ends it: requests in progress are cancelled and become items, and no other is made', async () => {
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

test('its signal ends it while it waits for a source without a next input', async () => {
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

test('with an aborted signal no request is made', async () => {
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

test('a finished batch leaves no listener on its signal', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  await all(decodeMany(fake(soon).client, vins(5), { signal }));
  expect(added).toHaveBeenCalledOnce();
  expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1]);
});

test('when the source fails, the items in progress come first, and then its error', async () => {
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

test('an input that occurs twice gets two requests', async () => {
  const { client, seen } = fake(soon);
  expect(await all(decodeMany(client, [at(1), at(1)]))).toHaveLength(2);
  expect(seen.requests).toBe(2);
});

test.each([
  // @ts-expect-error The compiler refuses it, too.
  [() => decodeMany(fake(soon).client, 'WVWZZZ1KZAW000001'), 'inputs: expected an array or another iterable'],
  [() => decodeMany(fake(soon).client, undefined as never), 'inputs: expected an array or another iterable'],
  [() => decodeMany(fake(soon).client, [], { concurrency: 0 }), 'concurrency: expected an integer from 1'],
  [() => decodeMany(fake(soon).client, [], { concurrency: 1.5 }), 'concurrency: expected an integer from 1'],
])('wrong arguments are refused at once: %s', (call, message) => {
  expect(call).toThrow(message);
});

test('the key is in no item and no summary', async () => {
  const { client } = fake((index) => [found(index), failed(401)][index % 2] as Response);
  const batch = decodeMany(client, vins(6));
  const items = await all(batch);
  expect(inspect([items, batch, batch.summary], { depth: Infinity, showHidden: true, getters: true })).not.toContain(
    'CANARY',
  );
});

describe('an asynchronous function', () => {
  test('may make several calls for an input, and its value is the data of the item', async () => {
    const { client, seen } = fake(soon);
    const batch = lookupMany(vins(3), async (vin, options) => {
      const { data } = await client.decodeVin(vin, options);
      return `${data.make} ${(await client.decodeVin(vin, options)).data.carId}`;
    });
    const items = await all(batch);
    expectTypeOf(items[0]?.ok && items[0].data).toEqualTypeOf<string | false | undefined>();
    expect(items).toMatchObject([{ ok: true, data: 'VW 1' }, { data: 'VW 2' }, { data: 'VW 3' }]);
    expect(seen.requests).toBe(6);
  });

  test('that gets the error of a call has a failure as its item, and a final error stops the batch', async () => {
    const { client } = fake((index) => (index === 1 ? failed(404) : index === 2 ? failed(403) : found(index)));
    const batch = lookupMany(vins(9), async (vin, options) => (await client.decodeVin(vin, options)).data.make, {
      concurrency: 1,
    });
    const items = await all(batch);
    expect(items.map((item) => item.ok || item.error.code)).toEqual([true, 'not_found', 'forbidden_by_plan']);
    expect(batch.summary).toMatchObject({ stopped: 'forbidden_by_plan', left: 6 });
  });

  test('that throws another error ends the batch with it', async () => {
    const broken = async (): Promise<number> => {
      throw new TypeError('of the function');
    };
    await expect(all(lookupMany([1], broken))).rejects.toThrow('of the function');
  });
});

test.each<[string, Middleware[]]>([
  ['without middleware', []],
  ['with middleware', [{ onRequest() {} }]],
])('64 calls at once %s add one listener to a signal: Node.js 20 warns about more than ten', async (_, middleware) => {
  const signals = { client: new AbortController().signal, batch: new AbortController().signal };
  const most = { client: 0, batch: 0 };
  const fetch = async () => {
    for (const name of ['client', 'batch'] as const)
      most[name] = Math.max(most[name], getEventListeners(signals[name], 'abort').length);
    await turns();
    return found(1);
  };
  const lookup = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, signal: signals.client, fetch });
  lookup.use(...middleware);
  await all(decodeMany(lookup, vins(200), { concurrency: 64, signal: signals.batch }));
  expect(most).toEqual({ client: 1, batch: 1 });
  expect(getEventListeners(signals.client, 'abort')).toEqual([]);
});
