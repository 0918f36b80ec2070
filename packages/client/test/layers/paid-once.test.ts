import fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { lookupMany } from '../../src/batch/batch.ts';
import { createVehicleLookup, type Fetch, type Layer } from '../../src/index.ts';
import { createAllowance } from '../../src/layers/allowance.ts';
import { createCache } from '../../src/layers/cache.ts';
import { createLimiter } from '../../src/layers/limiter.ts';
import { createProxy } from '../../src/proxy/proxy.ts';
import { turns } from '../support/service.ts';

const users = ['ann', 'ben'] as const;
type User = (typeof users)[number];
const keyOf = (user: User) => `CANARY-${user}`;

/** The number of consultations per account, which some runs exhaust. */
const LIMIT = 6;
/** The time limit of the clients, in seconds. */
const TIMEOUT = 10;
/** Enough turns to complete all ready work, although each access to a store takes two turns. */
const SETTLED = 16;
const never = () => new Promise<never>(() => {});

/** A program that calls the service, with its layers. */
interface Program {
  kind: 'client' | 'proxy' | 'batch';
  order: number[];
  /** The `init` that the program's own layer passes on. */
  own: 'a copy of init' | 'only the signal';
  /** The option `finishWithin` of the outer and the inner cache, in seconds. */
  finishWithin: [outer: number, inner: number];
}

/** A request that the service has received. */
interface Pending {
  user: User;
  carId: string;
  settle(response: Response | Error): void;
}

type Call = Pick<Pending, 'user' | 'carId'>;
const nameOf = ({ user, carId }: Call) => `${user} ${carId}`;

/** Creates the state of the service and the stores, which outlive a program, and the list of faults. */
function createWorld() {
  const entries = new Map<string, string>();
  const times = { ann: [] as number[], ben: [] as number[] };
  const pending: Pending[] = [];
  const received = new Set<string>();
  /** The end of the last call; absent while a call is open. */
  const ended = new Map<string, number>();
  const open: Call[] = [];
  /** Requests and calls that have ended, but whose layers are still working. */
  const ending = new Set<Call>();
  const endSoon = (call: Call) => {
    ending.add(call);
    turns(SETTLED).then(() => ending.delete(call));
  };
  const faults: string[] = [];
  const counts = { ann: { successes: 0, lost: 0 }, ben: { successes: 0, lost: 0 } };
  return { entries, times, pending, received, ended, open, ending, endSoon, faults, counts };
}
type World = ReturnType<typeof createWorld>;

/** Starts a program. Returns functions that make a call, kill the program, and check its pending requests. */
function start(world: World, { kind, order, own, finishWithin: [outer, inner] }: Program) {
  const { entries, times, pending, received, ended, open, ending, endSoon, faults, counts } = world;
  let isAlive = true;
  const turn = async () => {
    await turns(1);
    if (!isAlive) await never();
  };

  const fetch: Fetch = (address, { signal }) => {
    if (!isAlive) return never();
    const { searchParams } = new URL(address);
    const call: Call = { user: searchParams.get('user') as User, carId: searchParams.get('carId') ?? '' };
    const name = nameOf(call);
    const sent = Date.now();
    if (received.has(name)) faults.push(`${name} is paid again`);
    if (ended.has(name)) faults.push(`${name} is requested although its calls have ended`);
    return new Promise((resolve, reject) => {
      const remove = () => pending.splice(0, pending.length, ...pending.filter((one) => one !== request));
      const request: Pending = {
        ...call,
        settle(response) {
          remove();
          endSoon(request);
          if (response instanceof Error) return reject(response);
          if (response.ok) {
            received.add(name);
            counts[call.user].successes++;
          }
          resolve(response);
        },
      };
      pending.push(request);
      signal?.addEventListener('abort', () => {
        if (!isAlive || !pending.includes(request)) return;
        remove();
        counts[call.user].lost++;
        const waited = Date.now() - (ended.get(name) ?? Date.now());
        const isLate = own === 'only the signal' && Date.now() - sent >= TIMEOUT * 1000;
        if (!isLate && (!ended.has(name) ? outer > 0 : waited < outer * 1000)) faults.push(`${name} is cancelled`);
        reject(signal.reason);
      });
    });
  };
  const cacheStore = {
    get: async (key: string) => {
      await turn();
      return entries.get(key);
    },
    set: async (key: string, value: string) => {
      await turn();
      entries.set(key, value);
    },
  };
  const allowanceStore = (user: User) => ({
    async update(change: (times: readonly number[]) => number[]) {
      await turn();
      times[user] = change(times[user]);
      await turn();
    },
  });
  const ownLayer: Layer = (next) => (address, init) =>
    next(address, own === 'a copy of init' ? { ...init } : { signal: init.signal ?? null });
  const cache = { maxAge: 86_400, store: cacheStore, finishWithin: inner };
  // All accounts share both cache objects.
  const caches = [createCache({ maxAge: 86_400, finishWithin: outer }), createCache(cache)];

  const callOf = (user: User) => {
    const layers = [
      ...(kind === 'proxy' ? caches.slice(0, 1) : caches),
      createLimiter(),
      createAllowance({ limit: LIMIT, windowSeconds: 86_400, store: allowanceStore(user) }).layer,
      ownLayer,
    ];
    const outermost = layers[0];
    const shuffled = layers
      .map((layer, index) => ({ layer, rank: order[index] ?? 0 }))
      .toSorted((one, other) => one.rank - other.rank)
      .map(({ layer }) => layer);
    // The relative order of the caches does not change.
    const first = shuffled.findIndex((layer) => caches.includes(layer));
    shuffled.splice(shuffled.indexOf(outermost as Layer), 1, shuffled[first] as Layer);
    shuffled[first] = outermost as Layer;
    const account = { baseUrl: 'http://127.0.0.1:9', user, key: keyOf(user) };
    const options = { ...account, fetch, layers: shuffled, timeout: TIMEOUT * 1000, retry: { limit: 1 } };
    if (kind === 'proxy') {
      const proxy = createProxy({ ...options, operations: ['getFluids'], cache });
      return async (carId: number, signal: AbortSignal) =>
        (await proxy(new Request(`https://page.example/api/?carId=${carId}&fluids=1`, { signal }))).text();
    }
    const lookup = createVehicleLookup(options);
    return async (carId: number, signal: AbortSignal, timeout: number | undefined) => {
      if (kind === 'client') return JSON.stringify(await lookup.getFluids(carId, { signal, timeout }).safe());
      const items: unknown[] = [];
      const ask = (one: number, call: object) => lookup.getFluids(one, { ...call, timeout });
      for await (const item of lookupMany([carId], ask, { signal })) items.push(item);
      return JSON.stringify(items);
    };
  };
  const calls = { ann: callOf('ann'), ben: callOf('ben') };

  /** Makes a call, which is open until it has a result. The result must belong to its account and must not contain a key. */
  const call = async (user: User, carId: number, signal: AbortSignal, timeout?: number) => {
    const one: Call = { user, carId: `${carId}` };
    open.push(one);
    ended.delete(nameOf(one));
    const result = await calls[user](carId, signal, timeout);
    if (!isAlive) return;
    open.splice(open.indexOf(one), 1);
    endSoon(one);
    if (!open.some((other) => nameOf(other) === nameOf(one))) ended.set(nameOf(one), Date.now());
    const other = user === 'ann' ? 'ben' : 'ann';
    if (result.includes('CANARY') || result.includes(`for ${other}`)) faults.push(`${nameOf(one)} got ${result}`);
  };

  /** Ends the program. Its requests and responses that are not stored yet are lost. */
  const kill = () => {
    isAlive = false;
    for (const { user } of [...pending, ...open, ...ending]) counts[user].lost++;
    pending.length = 0;
    open.length = 0;
    ending.clear();
    ended.clear();
    const stored = new Set([...entries.keys()].map((key) => new URL(key).searchParams.get('carId')));
    for (const name of received) if (!stored.has(name.split(' ')[1] ?? '')) received.delete(name);
  };

  /** Reports requests that run for longer than the caches allow after their calls have ended. */
  const checkPending = () => {
    for (const request of pending) {
      const end = ended.get(nameOf(request));
      if (end !== undefined && Date.now() - end > outer * 1000) faults.push(`${nameOf(request)} is not cancelled`);
    }
  };
  return { call, kill, checkPending, cancels: outer === 0 };
}

const failed =
  (status: number, headers = {}) =>
  (user: User) =>
    Response.json({ success: false, message: `No for ${user} ${keyOf(user)}.` }, { status, headers });
const succeeded = (headers = {}) => Response.json({ success: true, data: [{ ItemMPText: 'Oil' }] }, { headers });

const responses: Record<string, (user: User) => Response | Error> = {
  success: () => succeeded(),
  'success with a limit': () => succeeded({ 'RateLimit-Policy': '"burst";q=2;w=5' }),
  unauthorized: failed(401),
  'not in the plan': failed(403),
  'not found': failed(404),
  'too fast': failed(429, { 'Retry-After': '4' }),
  fault: failed(500),
  cut: () => new TypeError('terminated'),
};

const finishWithin = fc.constantFrom(0, 3, 30);
const program = fc.record<Program>({
  kind: fc.constantFrom('client', 'proxy', 'batch'),
  order: fc.array(fc.nat(9), { minLength: 5, maxLength: 5 }),
  own: fc.constantFrom('a copy of init', 'only the signal'),
  finishWithin: fc.tuple(finishWithin, finishWithin),
});
const event = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.record({
      type: fc.constant('call' as const),
      user: fc.constantFrom(...users),
      carId: fc.integer({ min: 1, max: 2 }),
      timeout: fc.constantFrom(undefined, undefined, 1_000, 0),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('abort' as const), index: fc.nat(5) }) },
  {
    weight: 4,
    arbitrary: fc.record({
      type: fc.constant('response' as const),
      index: fc.nat(5),
      kind: fc.constantFrom('success', 'success', ...Object.keys(responses)),
    }),
  },
  { weight: 4, arbitrary: fc.record({ type: fc.constant('turn' as const), count: fc.constantFrom(1, 2, SETTLED) }) },
  { weight: 3, arbitrary: fc.record({ type: fc.constant('wait' as const), seconds: fc.constantFrom(1, 4, 12, 40) }) },
  { weight: 1, arbitrary: fc.record({ type: fc.constant('kill' as const), program }) },
);

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'Date', 'performance'] });
});
afterEach(() => {
  vi.useRealTimers();
});

test('received responses are never charged again, and requests are not cancelled too early or too late, for any calls, accounts, kills and layers', async () => {
  await fc.assert(
    fc.asyncProperty(program, fc.array(event, { maxLength: 40 }), async (first, events) => {
      vi.clearAllTimers();
      const world = createWorld();
      const { pending, received, faults, counts, times } = world;
      let running = start(world, first);
      let signals: AbortController[] = [];
      for (const one of events) {
        if (one.type === 'call') {
          const controller = new AbortController();
          signals.push(controller);
          running.call(one.user, one.carId, controller.signal, one.timeout);
        } else if (one.type === 'abort') {
          // A program that cancels requests discards a response that arrives at the time of the abort.
          if (running.cancels) await turns(SETTLED);
          signals.splice(one.index, 1)[0]?.abort();
          if (running.cancels) await turns(SETTLED);
        } else if (one.type === 'response') {
          const request = pending[one.index % pending.length];
          request?.settle(responses[one.kind]?.(request.user) as Response);
        } else if (one.type === 'turn') await turns(one.count);
        else if (one.type === 'wait') {
          await turns(SETTLED);
          for (let second = 0; second < one.seconds; second++) {
            vi.advanceTimersByTime(1_000);
            await turns(2);
          }
          await turns(SETTLED);
          running.checkPending();
        } else {
          running.kill();
          signals = [];
          running = start(world, one.program);
        }
      }
      await turns(SETTLED);
      while (pending.length > 0) {
        pending[0]?.settle(succeeded());
        await turns(SETTLED);
      }
      for (const name of received) {
        const [user, carId] = name.split(' ');
        running.call(user as User, Number(carId), new AbortController().signal);
      }
      await turns(SETTLED);
      expect(faults).toEqual([]);
      for (const user of users) {
        const { successes, lost } = counts[user];
        expect(times[user].length).toBeGreaterThanOrEqual(successes);
        expect(times[user].length).toBeLessThanOrEqual(Math.min(LIMIT, successes + lost));
      }
    }),
    { numRuns: process.env.DEEP ? 10_000 : 300 },
  );
}, 600_000);
