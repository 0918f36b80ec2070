import { setTimeout as wait } from 'node:timers/promises';
import { inspect } from 'node:util';
import fc from 'fast-check';
import { expect, expectTypeOf, onTestFinished, test, vi } from 'vitest';
import { createAllowance } from '../src/allowance.ts';
import { type BatchItem, type BatchSummary, decodeMany, lookupMany } from '../src/batch/batch.ts';
import { createVehicleLookup, type Failure, type Fetch, type Success } from '../src/index.ts';
import { serve } from './server.ts';

const account = { user: 'demo', key: 'CANARY-7391', retry: false } as const;
const at = (index: number) => `WVWZZZ1KZAW${String(index).padStart(6, '0')}`;
const vins = (count: number) => Array.from({ length: count }, (_, index) => at(index));

/** What a fake service does with the VIN of that number. */
type Behaviour = (index: number, signal: AbortSignal | null | undefined) => Promise<Response> | Response;

const found = (index: number): Response => Response.json({ success: true, data: { carId: index + 1, make: 'VW' } });
const failed = (status: number): Response => Response.json({ success: false, message: 'No.' }, { status });

/** A client of a fake service that says how many requests were made and were under way at the same time. */
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

const soon: Behaviour = async (index) => {
  await wait(1 + (index % 3));
  return found(index);
};

/** Hangs until it is aborted. */
const hang: Behaviour = (_, signal) =>
  new Promise((_resolve, reject) => signal?.addEventListener('abort', () => reject(signal.reason)));

async function all<Item>(items: AsyncIterable<Item>): Promise<Item[]> {
  const list: Item[] = [];
  for await (const item of items) list.push(item);
  return list;
}

test('every VIN becomes one item with its number, its VIN and what came of it', async () => {
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

test('it asks a real service over its own connections', async () => {
  const baseUrl = await serve((_, response) =>
    response.end(JSON.stringify({ success: true, data: { carId: 7, make: 'VW', model: 'Golf' } })),
  );
  const items = await all(decodeMany(createVehicleLookup({ baseUrl, ...account }), vins(40), { concurrency: 8 }));
  expect(items.filter((item) => item.ok && item.data.carId === 7)).toHaveLength(40);
});

test('items come as they are there, or in the order of the inputs', async () => {
  const order = async (ordered: boolean) => {
    let open = () => {};
    const gate = new Promise<void>((resolve) => {
      open = resolve;
    });
    const { client } = fake(async (index) => {
      if (index === 0) await gate;
      if (index === 1) open();
      return found(index);
    });
    const items = await all(decodeMany(client, vins(6), { concurrency: 2, ordered }));
    return items.map(({ index }) => index);
  };
  expect((await order(false)).slice(0, 2)).toEqual([1, 0]);
  expect(await order(true)).toEqual([0, 1, 2, 3, 4, 5]);
});

test('a VIN that is none is an item, and no request', async () => {
  const { client, seen } = fake(soon);
  const items = await all(decodeMany(client, ['short', at(1), 7 as never]));
  expect(items.filter(({ ok }) => !ok)).toMatchObject([
    { input: 'short', error: { code: 'invalid_argument' } },
    { input: 7, error: { code: 'invalid_argument' } },
  ]);
  expect(seen.requests).toBe(1);
});

test('whatever the answers and their order: every input has one item, and no more run than are allowed', async () => {
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

test('no more inputs are read than may be asked, and none before anybody waits for an item', async () => {
  let read = 0;
  async function* source() {
    for (;;) yield at(read++);
  }
  const { client, seen } = fake(soon);
  const batch = decodeMany(client, source(), { concurrency: 3 });
  await wait(20);
  expect(read).toBe(0);
  const items = batch[Symbol.asyncIterator]();
  await items.next();
  await wait(50);
  expect(read).toBeLessThanOrEqual(4);
  expect(seen.requests).toBe(read);
  await items.return?.();
});

test('no request begins while nobody waits for an item, however slowly the inputs come', async () => {
  async function* source() {
    for (let index = 0; ; index++) {
      await wait(5);
      yield at(index);
    }
  }
  const { client, seen } = fake(found);
  const items = decodeMany(client, source(), { concurrency: 4 })[Symbol.asyncIterator]();
  await items.next();
  const before = seen.requests;
  await wait(60);
  expect(seen.requests).toBe(before);
  for (let more = 0; more < 5; more++) expect((await items.next()).done).toBe(false);
  await items.return?.();
});

test('to who is slow no more comes than may be asked', async () => {
  let read = 0;
  function* source() {
    for (;;) yield at(read++);
  }
  let taken = 0;
  for await (const _ of decodeMany(fake(found).client, source(), { concurrency: 3 })) {
    await wait(5);
    expect(read).toBeLessThanOrEqual(++taken + 3);
    if (taken === 10) break;
  }
});

test('an item is not kept waiting by a source that has nothing more to say yet', async () => {
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
])('%s stops the batch: what is under way comes in, the rest is not asked', async (code, status, headers) => {
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
])('an input that arrives after the batch was %s is not asked', async (how, answer) => {
  async function* source() {
    yield 1;
    await wait(40);
    yield 2;
  }
  const { client } = fake(() => answer);
  const asked: number[] = [];
  const ask = (carId: number) => {
    asked.push(carId);
    return client.decodeVin(at(carId));
  };
  for await (const _ of lookupMany(source(), ask)) if (how === 'left') break;
  await wait(80);
  expect(asked).toEqual([1]);
});

test('an input that arrives after the batch was stopped is not asked while others are under way', async () => {
  async function* source() {
    yield* [0, 1];
    await wait(40);
    yield 2;
  }
  const { client } = fake(async (index) => (index === 0 ? failed(401) : wait(120).then(() => found(index))));
  const asked: number[] = [];
  const items = await all(
    lookupMany(source(), (index) => {
      asked.push(index);
      return client.decodeVin(at(index));
    }),
  );
  expect(asked).toEqual([0, 1]);
  expect(items).toHaveLength(2);
});

test('with an allowance it stops before the service has to say so', async () => {
  let requests = 0;
  const { fetch } = createAllowance({
    limit: 10,
    windowSeconds: 7 * 86_400,
    fetch: async () => found(requests++),
  });
  const batch = decodeMany(createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch }), vins(30));
  const items = await all(batch);
  expect(requests).toBe(10);
  expect(items.filter(({ ok }) => ok)).toHaveLength(10);
  expect(batch.summary).toMatchObject({ succeeded: 10, stopped: 'quota_exhausted' });
});

test('its signal ends it: requests under way are cancelled and become items, no other is made', async () => {
  const { client, seen } = fake(hang);
  const controller = new AbortController();
  const batch = decodeMany(client, vins(20), { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  const items = await all(batch);
  expect(items.map((item) => item.ok || item.error.code)).toEqual(Array(4).fill('aborted'));
  expect(seen).toMatchObject({ requests: 4, cancelled: 4 });
  expect(batch.summary).toEqual({ succeeded: 0, failed: 4, left: 16, stopped: 'aborted' });
});

test('its signal ends it, too, while it waits for a source that never answers', async () => {
  const controller = new AbortController();
  const never: AsyncIterable<string> = { [Symbol.asyncIterator]: () => ({ next: () => new Promise(() => {}) }) };
  const batch = decodeMany(fake(soon).client, never, { signal: controller.signal });
  setTimeout(() => controller.abort(), 20);
  expect(await all(batch)).toEqual([]);
  expect(batch.summary).toEqual({ succeeded: 0, failed: 0, stopped: 'aborted' });
});

test('a signal that is aborted already makes no request', async () => {
  const { client, seen } = fake(soon);
  expect(await all(decodeMany(client, vins(3), { signal: AbortSignal.abort() }))).toEqual([]);
  expect(seen.requests).toBe(0);
});

test('to leave the loop cancels what is under way and closes the source, without an unhandled rejection', async () => {
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
  await wait(20);
  expect(seen.cancelled).toBe(seen.requests - 1);
  expect(seen.running).toBe(0);
  expect(closed).toBe(true);
  expect(unhandled).not.toHaveBeenCalled();
});

test('a finished batch leaves no listener on the signal that it was given', async () => {
  const { signal } = new AbortController();
  const added = vi.spyOn(signal, 'addEventListener');
  const removed = vi.spyOn(signal, 'removeEventListener');
  await all(decodeMany(fake(soon).client, vins(5), { signal }));
  expect(added).toHaveBeenCalledOnce();
  expect(removed).toHaveBeenCalledWith('abort', added.mock.calls[0]?.[1]);
});

test('when the source fails the items under way come first, and then its error', async () => {
  function* source() {
    yield at(0);
    yield at(1);
    throw new Error('line 3 is torn');
  }
  const seen: number[] = [];
  const run = async () => {
    for await (const { index } of decodeMany(fake(soon).client, source())) seen.push(index);
  };
  await expect(run()).rejects.toThrow('line 3 is torn');
  expect(seen.sort()).toEqual([0, 1]);
});

test('what onProgress throws ends the iteration', async () => {
  const onProgress = () => {
    throw new Error('the bar is closed');
  };
  await expect(all(decodeMany(fake(soon).client, vins(9), { onProgress }))).rejects.toThrow('the bar is closed');
});

test('an asking function that throws ends the iteration', async () => {
  const broken = () => {
    throw new TypeError('getFluid is not a function');
  };
  await expect(all(lookupMany([1, 2], broken))).rejects.toThrow('getFluid is not a function');
});

test('the same input twice is asked twice', async () => {
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

test('the key shows in no item and no summary', async () => {
  const { client } = fake((index) => [found(index), failed(401)][index % 2] as Response);
  const batch = decodeMany(client, vins(6));
  const items = await all(batch);
  expect(inspect([items, batch, batch.summary], { depth: Infinity, showHidden: true, getters: true })).not.toContain(
    'CANARY',
  );
});
