import fc from 'fast-check';
import { expect, test } from 'vitest';
import { lookupMany } from '../../src/batch/batch.ts';
import { createVehicleLookup, type Fetch, type Layer } from '../../src/index.ts';
import { createAllowance } from '../../src/layers/allowance.ts';
import { createCache } from '../../src/layers/cache.ts';
import { coalesce } from '../../src/layers/coalesce.ts';
import { createLimiter } from '../../src/layers/limiter.ts';
import { createProxy } from '../../src/proxy/proxy.ts';
import { turns } from '../support/service.ts';

const account = { baseUrl: 'http://127.0.0.1:9', user: 'demo', key: 'CANARY-7391' };
const LIMIT = 1_000;

/** A request that the service has got. It is charged from then on. */
interface Pending {
  carId: string;
  settle(response: Response | Error): void;
}

/** A service, and what outlives a program: the store of the cache and that of the allowance. */
function createWorld() {
  const entries = new Map<string, string>();
  const times = { now: [] as number[] };
  const pending: Pending[] = [];
  const seen = { received: new Set<string>(), successes: 0, requests: 0, paidAgain: [] as string[] };
  const fetch: Fetch = (address, { signal }) => {
    const carId = new URL(address).searchParams.get('carId') ?? '';
    seen.requests++;
    if (seen.received.has(carId)) seen.paidAgain.push(carId);
    return new Promise((resolve, reject) => {
      const remove = () => pending.splice(0, pending.length, ...pending.filter((one) => one !== request));
      const request: Pending = {
        carId,
        settle(response) {
          remove();
          if (response instanceof Error) return reject(response);
          if (response.ok) seen.received.add(carId);
          if (response.ok) seen.successes++;
          resolve(response);
        },
      };
      pending.push(request);
      signal?.addEventListener('abort', () => {
        remove();
        reject(signal.reason);
      });
    });
  };
  const cacheStore = {
    get: (key: string) => entries.get(key),
    set: (key: string, value: string) => entries.set(key, value),
  };
  const allowanceStore = {
    update(change: (times: readonly number[]) => number[]) {
      times.now = change(times.now);
    },
  };
  return { fetch, pending, seen, cacheStore, allowanceStore, counted: () => times.now.length };
}
type World = ReturnType<typeof createWorld>;

/** How a program calls the service, in which order it has its layers, and whether it cancels the requests of aborted calls. */
interface Program {
  kind: 'client' | 'proxy' | 'batch';
  order: number[];
  cancels: boolean;
}

/** Starts a program. Returns the function that makes a call. */
function start({ fetch, cacheStore, allowanceStore }: World, { kind, order, cancels }: Program) {
  const finishWithin = cancels ? 0 : 30;
  const cache = { maxAge: 86_400, store: cacheStore, finishWithin };
  const own: Layer = (next) => (address, init) => next(address, { ...init });
  const layers = [
    createLimiter(),
    createAllowance({ limit: LIMIT, windowSeconds: 86_400, store: allowanceStore }).layer,
    coalesce({ finishWithin }),
    own,
    ...(kind === 'proxy' ? [] : [createCache(cache)]),
  ];
  const shuffled = layers
    .map((layer, index) => ({ layer, rank: order[index] ?? 0 }))
    .toSorted((one, other) => one.rank - other.rank)
    .map(({ layer }) => layer);
  const options = { ...account, fetch, layers: shuffled, timeout: 0, retry: false as const };
  if (kind === 'proxy') {
    const proxy = createProxy({ ...options, operations: ['getFluids'], cache });
    return (carId: number, signal: AbortSignal): Promise<unknown> =>
      proxy(new Request(`https://page.example/api/?carId=${carId}&fluids=1`, { signal }));
  }
  const lookup = createVehicleLookup(options);
  return async (carId: number, signal: AbortSignal): Promise<unknown> => {
    if (kind === 'client') return lookup.getFluids(carId, { signal }).safe();
    for await (const _ of lookupMany([carId], (one, call) => lookup.getFluids(one, call), { signal }));
    return undefined;
  };
}

const responses = {
  success: () => Response.json({ success: true, data: [{ ItemMPText: 'Oil' }] }),
  'not found': () => Response.json({ success: false, message: 'No.' }, { status: 404 }),
  fault: () => Response.json({ success: false, message: 'No.' }, { status: 500 }),
  cut: () => new TypeError('terminated'),
};

const program = fc.record<Program>({
  kind: fc.constantFrom('client', 'proxy', 'batch'),
  order: fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }),
  cancels: fc.boolean(),
});
const event = fc.oneof(
  { weight: 4, arbitrary: fc.record({ type: fc.constant('call' as const), carId: fc.integer({ min: 1, max: 3 }) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('abort' as const), index: fc.nat(5) }) },
  {
    weight: 3,
    arbitrary: fc.record({
      type: fc.constant('response' as const),
      index: fc.nat(5),
      kind: fc.constantFrom<keyof typeof responses>('success', 'success', 'not found', 'fault', 'cut'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('turn' as const) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('kill' as const), program }) },
);

test('a response that arrived is never paid for again, whatever is aborted, reloaded or killed, in any order of the layers', async () => {
  await fc.assert(
    fc.asyncProperty(program, fc.array(event, { maxLength: 40 }), async (first, events) => {
      const world = createWorld();
      const { pending, seen } = world;
      let running = first;
      let call = start(world, running);
      let open: AbortController[] = [];
      for (const one of events) {
        if (one.type === 'call') {
          const controller = new AbortController();
          open.push(controller);
          call(one.carId, controller.signal).catch(() => {});
        } else if (one.type === 'abort') {
          // A program that cancels throws away a response that arrives in the moment of the abort.
          if (running.cancels) await turns();
          open.splice(one.index, 1)[0]?.abort();
          if (running.cancels) await turns();
        } else if (one.type === 'response') pending[one.index % pending.length]?.settle(responses[one.kind]());
        else await turns(one.type === 'kill' ? 3 : 1);
        if (one.type !== 'kill') continue;
        // What is in flight at a kill is lost: nobody gets its response.
        pending.length = 0;
        open = [];
        running = one.program;
        call = start(world, running);
      }
      await turns();
      while (pending.length > 0) {
        pending[0]?.settle(responses.success());
        await turns();
      }
      for (const carId of seen.received) call(Number(carId), new AbortController().signal).catch(() => {});
      await turns();
      expect(seen.paidAgain).toEqual([]);
      expect(world.counted()).toBeGreaterThanOrEqual(seen.successes);
      expect(world.counted()).toBeLessThanOrEqual(seen.requests);
    }),
    { numRuns: process.env.DEEP ? 10_000 : 300 },
  );
});
