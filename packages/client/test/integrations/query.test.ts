import { QueryClient, QueryObserver } from '@tanstack/query-core';
import { useQueries, useQuery, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { expect, expectTypeOf, test } from 'vitest';
import { createVehicleLookup, type Fetch, type Fluid, type Vehicle, type VehicleLookupError } from '../../src/index.ts';
import { vehicleLookupQueries } from '../../src/integrations/query.ts';
import { operations } from '../../src/operations/operations.ts';

const account = { user: 'demo', key: 'CANARY-7391' };
const baseUrl = 'http://127.0.0.1:9';
const vin = 'WVWZZZ1KZAW000001';

function fake(answer: () => Response | Promise<Response> = () => Response.json({ success: true, data: [] })) {
  const seen = { requests: 0, signals: [] as AbortSignal[] };
  const fetch: Fetch = async (_, { signal }) => {
    seen.requests++;
    if (signal) seen.signals.push(signal);
    return answer();
  };
  const client = createVehicleLookup({ baseUrl, ...account, fetch, retry: { delay: 1 } });
  return {
    seen,
    client,
    queries: vehicleLookupQueries(client),
    cache: new QueryClient({ defaultOptions: { queries: { retry: 3, retryDelay: 1 } } }),
  };
}

test('query options exist for every operation', () => {
  expect(Object.keys(fake().queries)).toEqual(Object.keys(operations));
});

test('a query returns parsed data with the type of its operation', async () => {
  const { cache, queries } = fake(() =>
    Response.json([{ ItemMPText: 'Engine oil', ValueText: '3,4', ADQuantityTextStr: 'l' }]),
  );
  const fluids = await cache.fetchQuery(queries.getFluids(25573));
  expectTypeOf(fluids).toEqualTypeOf<Fluid[]>();
  expectTypeOf(queries.decodeVin(vin).queryFn).returns.resolves.toEqualTypeOf<Vehicle>();
  expect(fluids).toMatchObject([{ ItemMPText: 'Engine oil', ValueText: { min: 3.4 } }]);
  expect(structuredClone(fluids)).toEqual(fluids);
});

test('an observer, as used by framework adapters, receives data and errors', async () => {
  const { cache, queries } = fake(() =>
    Response.json({ success: false, message: 'No such vehicle.' }, { status: 404 }),
  );
  const observer = new QueryObserver(cache, queries.getFluids(1));
  expectTypeOf(observer.getCurrentResult().error).toEqualTypeOf<VehicleLookupError | null>();
  const unsubscribe = observer.subscribe(() => {});
  await expect
    .poll(() => observer.getCurrentResult().error)
    .toMatchObject({ code: 'not_found', operation: 'getFluids' });
  unsubscribe();
});

test('equivalent inputs have the same query key', () => {
  const { queries } = fake();
  const keys = (...options: { queryKey: readonly unknown[] }[]) =>
    new Set(options.map(({ queryKey }) => JSON.stringify(queryKey)));
  expect(keys(queries.decodeVin(vin), queries.decodeVin(` ${vin.toLowerCase()} `)).size).toBe(1);
  const all = keys(
    queries.decodeVin(vin),
    queries.decodeVinAll(vin),
    queries.getEngines(vin),
    queries.decodeVin('WVWZZZ1KZAW000002'),
    queries.getVehicle(1),
    queries.getFluids(1),
    queries.getFluids(2),
    queries.listModels('vw'),
    queries.listVariants('vw', 'golf'),
    queries.listVariants('golf', 'vw'),
    queries.listBrands(),
  );
  expect(all.size).toBe(11);
});

test('a query key is specific to its client and does not contain a secret', () => {
  const key = (options: Partial<typeof account & { baseUrl: string }>) =>
    JSON.stringify(
      vehicleLookupQueries(createVehicleLookup({ baseUrl, ...account, ...options })).getFluids(1).queryKey,
    );
  const keys = [
    key({}),
    key({ user: 'another' }),
    key({ baseUrl: 'http://127.0.0.1:10' }),
    key({ key: 'CANARY-other' }),
  ];
  expect(new Set(keys).size).toBe(3);
  expect(keys.join()).not.toContain('CANARY');
});

test('data stays fresh, so that observing it again does not make a request', async () => {
  const { cache, queries, seen } = fake();
  await cache.fetchQuery(queries.listBrands());
  const unsubscribe = new QueryObserver(cache, queries.listBrands()).subscribe(() => {});
  await cache.fetchQuery(queries.listBrands());
  unsubscribe();
  expect(seen.requests).toBe(1);
});

test('only the client retries, so that a failing server gets three requests instead of twelve', async () => {
  const { cache, queries, seen } = fake(() => Response.json({ success: false, message: 'No.' }, { status: 500 }));
  await expect(cache.fetchQuery(queries.listBrands())).rejects.toMatchObject({ code: 'server' });
  const observer = new QueryObserver(cache, queries.listModels('vw'));
  const unsubscribe = observer.subscribe(() => {});
  await expect.poll(() => observer.getCurrentResult().status).toBe('error');
  unsubscribe();
  expect(seen.requests).toBe(6);
});

test('a query with an undefined input does not make a request', async () => {
  const { cache, queries, seen } = fake();
  const observer = new QueryObserver(cache, queries.listVariants('vw', undefined));
  const unsubscribe = observer.subscribe(() => {});
  expect(observer.getCurrentResult()).toMatchObject({ status: 'pending', fetchStatus: 'idle' });
  observer.setOptions(queries.listVariants('vw', 'golf'));
  await expect.poll(() => observer.getCurrentResult().status).toBe('success');
  unsubscribe();
  expect(seen.requests).toBe(1);
});

test('an invalid input causes an error without a request', async () => {
  const { cache, queries, seen } = fake();
  await expect(cache.fetchQuery(queries.decodeVin('short'))).rejects.toMatchObject({ code: 'invalid_argument' });
  expect(seen.requests).toBe(0);
});

test('an unmounted component does not end its request and gets the response if it is mounted again', async () => {
  const answer = Promise.withResolvers<Response>();
  const { cache, queries, seen } = fake(() => answer.promise);
  new QueryObserver(cache, queries.listBrands()).subscribe(() => {})();
  const observer = new QueryObserver(cache, queries.listBrands());
  const unsubscribe = observer.subscribe(() => {});
  await expect.poll(() => seen.requests).toBe(1);
  answer.resolve(Response.json({ success: true, data: [] }));
  await expect.poll(() => observer.getCurrentResult().status).toBe('success');
  unsubscribe();
  expect({ requests: seen.requests, aborted: seen.signals[0]?.aborted }).toEqual({ requests: 1, aborted: false });
});

test('with the option signal, a query without observers is cancelled', async () => {
  const { cache, client, seen } = fake(() => new Promise(() => {}));
  const queries = vehicleLookupQueries(client, { signal: true });
  const unsubscribe = new QueryObserver(cache, queries.listBrands()).subscribe(() => {});
  await expect.poll(() => seen.requests).toBe(1);
  unsubscribe();
  expect(seen.signals[0]?.aborted).toBe(true);
});

// Only compiled, because a hook requires a component.
const { queries } = fake();
function usePage() {
  const one = useQuery(queries.getFluids(1));
  expectTypeOf(one.data).toEqualTypeOf<Fluid[] | undefined>();
  expectTypeOf(one.error).toEqualTypeOf<VehicleLookupError | null>();
  expectTypeOf(useQuery({ ...queries.getFluids(1), select: ({ length }) => length }).data).toEqualTypeOf<
    number | undefined
  >();
  expectTypeOf(useSuspenseQuery(queries.decodeVin(vin)).data).toEqualTypeOf<Vehicle>();
  const [fluids, vehicle] = useQueries({ queries: [queries.getFluids(1), queries.decodeVin(vin)] });
  expectTypeOf(fluids.data).toEqualTypeOf<Fluid[] | undefined>();
  expectTypeOf(vehicle.data).toEqualTypeOf<Vehicle | undefined>();
  expectTypeOf(vehicle.error).toEqualTypeOf<VehicleLookupError | null>();
  const [both, other] = useSuspenseQueries({ queries: [queries.getFluids(1), queries.decodeVin(vin)] });
  expectTypeOf(both.data).toEqualTypeOf<Fluid[]>();
  expectTypeOf(other.data).toEqualTypeOf<Vehicle>();
  const many = useSuspenseQueries({ queries: [1, 2].map((carId) => queries.getFluids(carId)) });
  expectTypeOf(many[0]?.data).toEqualTypeOf<Fluid[] | undefined>();
}

test('React hooks return data and errors with their types', () => {
  expect(usePage).toBeTypeOf('function');
});

test('cached data has the type of its operation', async () => {
  const { cache, queries } = fake();
  await cache.fetchQuery(queries.getFluids(1));
  const kept = cache.getQueryData(queries.getFluids(1).queryKey);
  expectTypeOf(kept).toEqualTypeOf<Fluid[] | undefined>();
  expect(kept).toEqual([]);
});
