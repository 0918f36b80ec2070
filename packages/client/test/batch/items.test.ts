import { getEventListeners } from 'node:events';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { type BatchItem, type BatchSummary, decodeMany, lookupMany } from '../../src/batch/batch.ts';
import { createVehicleLookup, type Failure, type Middleware, type Success } from '../../src/index.ts';
import { account, all, at, failed, fake, found, soon, vins } from '../support/batch.ts';
import { serve, turns } from '../support/service.ts';
import { wrong } from '../support/untyped.ts';

test('every VIN produces an item with the index, the VIN and the result', async () => {
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

test('a batch works with a real HTTP service', async () => {
  const baseUrl = await serve((_, response) =>
    response.end(JSON.stringify({ success: true, data: { carId: 7, make: 'VW', model: 'Golf' } })),
  );
  const items = await all(decodeMany(createVehicleLookup({ baseUrl, ...account }), vins(40), { concurrency: 8 }));
  expect(items.filter((item) => item.ok && item.data.carId === 7)).toHaveLength(40);
});

test('items are returned as soon as they are ready or in input order', async () => {
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

test('an invalid VIN produces an item without causing a request', async () => {
  const { client, seen } = fake(soon);
  const items = await all(decodeMany(client, ['short', at(1), wrong(7)]));
  expect(items.filter(({ ok }) => !ok)).toMatchObject([
    { input: 'short', error: { code: 'invalid_argument' } },
    { input: 7, error: { code: 'invalid_argument' } },
  ]);
  expect(seen.requests).toBe(1);
});

test('every input has one item and the concurrency is limited, for any responses in any order', async () => {
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
        stopAfter: Number.POSITIVE_INFINITY,
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

test('a batch reads inputs only after the first item is requested, and only as many as it may request concurrently', async () => {
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

test('a batch makes requests only while the caller waits for an item, even if inputs arrive slowly', async () => {
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

test('a batch with a slow consumer reads only as many inputs as it may request concurrently', async () => {
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

test('an input that occurs twice causes two requests', async () => {
  const { client, seen } = fake(soon);
  expect(await all(decodeMany(client, [at(1), at(1)]))).toHaveLength(2);
  expect(seen.requests).toBe(2);
});

test.each([
  // @ts-expect-error The compiler also rejects a string.
  [() => decodeMany(fake(soon).client, 'WVWZZZ1KZAW000001'), 'inputs: expected an array or another iterable'],
  [() => decodeMany(fake(soon).client, wrong(undefined)), 'inputs: expected an array or another iterable'],
  [() => decodeMany(fake(soon).client, [], wrong({ conc: 8 })), 'conc: unknown option; did you mean concurrency?'],
  [() => decodeMany(fake(soon).client, [], { concurrency: 0 }), 'concurrency: expected a positive integer'],
  [() => decodeMany(fake(soon).client, [], { concurrency: 1.5 }), 'concurrency: expected a positive integer'],
  [() => decodeMany(fake(soon).client, [], { stopAfter: 0 }), 'stopAfter: expected a number of at least 1'],
])('invalid arguments are rejected immediately: %s', (call, message) => {
  expect(call).toThrow(message);
});

test('items and summaries do not contain the key', async () => {
  const { client } = fake((index) => [found(index), failed(401)][index % 2] as Response);
  const batch = decodeMany(client, vins(6));
  const items = await all(batch);
  expect(inspect([items, batch, batch.summary], { depth: Infinity, showHidden: true, getters: true })).not.toContain(
    'CANARY',
  );
});

describe('an asynchronous function', () => {
  test('may make several calls for an input and returns the data of the item', async () => {
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

  test('produces a failure item if a call fails, and stops the batch if the error is final', async () => {
    const { client } = fake((index) => (index === 1 ? failed(404) : index === 2 ? failed(403) : found(index)));
    const batch = lookupMany(vins(9), async (vin, options) => (await client.decodeVin(vin, options)).data.make, {
      concurrency: 1,
    });
    const items = await all(batch);
    expect(items.map((item) => item.ok || item.error.code)).toEqual([true, 'not_found', 'forbidden_by_plan']);
    expect(batch.summary).toMatchObject({ stopped: 'forbidden_by_plan', left: 6 });
  });

  test('ends the batch if it throws any other error', async () => {
    const broken = async (): Promise<number> => {
      throw new TypeError('of the function');
    };
    await expect(all(lookupMany([1], broken))).rejects.toThrow('of the function');
  });
});

test.each<[string, Middleware[]]>([
  ['without middleware', []],
  ['with middleware', [{ onRequest() {} }]],
])(
  '64 concurrent calls %s add one listener to a signal, because Node.js 20 warns about more than ten',
  async (_, middleware) => {
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
  },
);
