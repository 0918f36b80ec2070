// The source of a consumer project, which is compiled in that project and run against the mock. It imports every subpath of the package.
import { QueryClient, useQueries, useSuspenseQueries } from '@tanstack/react-query';
import {
  createClient,
  createFetch,
  createVehicleLookup,
  type Fluid,
  type Vehicle,
  VehicleLookupError,
  type Wire,
} from '@vehicle-lookup/client';
import { createAllowance } from '@vehicle-lookup/client/allowance';
import { decodeMany } from '@vehicle-lookup/client/batch';
import { createCache } from '@vehicle-lookup/client/cache';
import { answers, fakeFetch } from '@vehicle-lookup/client/fake-fetch';
import { recordUsage } from '@vehicle-lookup/client/fakes';
import { setup } from '@vehicle-lookup/client/fakes/vitest';
import { fileStore } from '@vehicle-lookup/client/file-store';
import { createLimiter } from '@vehicle-lookup/client/limiter';
import { handlers } from '@vehicle-lookup/client/msw';
import { connect, getFluids } from '@vehicle-lookup/client/operations';
import manifest from '@vehicle-lookup/client/package.json' with { type: 'json' };
import { parseFluids } from '@vehicle-lookup/client/parse';
import { createProxy } from '@vehicle-lookup/client/proxy';
import { vehicleLookupQueries } from '@vehicle-lookup/client/query';
import { labels, withReadableNames } from '@vehicle-lookup/client/readable';
import { record } from '@vehicle-lookup/client/record';
import useSWR from 'swr';

declare const process: { env: Record<string, string> };
const account = { baseUrl: `${process.env.BASE_URL}`, user: 'demo', key: `${process.env.KEY}` };
const vin = 'WVWZZZ1KZAW000001';

const store = fileStore(`store-${Math.random()}`);
const allowance = createAllowance({ limit: 1_000, windowSeconds: 86_400, store });
const layers = [
  createCache({ maxAge: 60, store }),
  createLimiter(),
  allowance.layer,
  record(`traffic-${Math.random()}.ndjson`),
];
const recording = recordUsage();
const globalSetup: (project: { config: { root: string } }) => () => void = setup;
const lookup = createVehicleLookup({ ...account, layers });
const proxy = createProxy({ ...account, operations: ['decodeVin'] });
const proxied = await proxy(new Request(`https://page.example/vehicles/api/?vin=${vin}`));
const vehicle: Vehicle = (await lookup.decodeVin(vin)).data;
const fluids: Fluid[] = (await getFluids(connect(account), vehicle.carId)).data;
const kept: Fluid[] = parseFluids([{ ItemMPText: 'Engine oil', ValueText: '4,3', ADQuantityTextStr: 'l' }]).data;

const [readableFluid] = (await withReadableNames(createVehicleLookup(account)).getFluids(vehicle.carId)).data;
const unit: string | undefined = readableFluid?.unit;

const { data } = await createClient(account).GET('/api/', { params: { query: { vin } } });
const body: Wire.Vehicle | Wire.SimplifiedVehicle | undefined = data?.data;

const response = await createFetch(account)(`${account.baseUrl}/api/?brands=1`);
const { data: brands }: { data: Wire.CatalogueEntry[] } = await response.json();

const queries = vehicleLookupQueries(lookup);
const queryClient = new QueryClient();
const queried: Fluid[] = await queryClient.fetchQuery(queries.getFluids(vehicle.carId));
const again: Fluid[] | undefined = queryClient.getQueryData(queries.getFluids(vehicle.carId).queryKey);
// A page with several panels, which is compiled but not rendered.
export function usePanels(carId: number): { fluids: Fluid[]; parts: string[]; error: VehicleLookupError | null } {
  const [fluids, parts] = useSuspenseQueries({ queries: [queries.getFluids(carId), queries.getOemParts(carId)] });
  const [times] = useQueries({ queries: [queries.getRepairTimes(carId), queries.decodeVin(undefined)] });
  return { fluids: fluids.data, parts: parts.data.map(({ name }) => `${name}`), error: times.error };
}
// SWR does not require an integration of this package, only a key and a method.
export function useFluids(carId: number | undefined): { fluids: Fluid[] | undefined; code: string | undefined } {
  const key = carId === undefined ? null : (['fluids', carId] as const);
  const { data, error } = useSWR<Fluid[], VehicleLookupError, typeof key>(
    key,
    async ([, id]) => (await lookup.getFluids(id)).data,
    // Each fetch costs a consultation.
    { revalidateIfStale: false, revalidateOnFocus: false, revalidateOnReconnect: false, shouldRetryOnError: false },
  );
  return { fluids: data, code: error?.code };
}

const decoded: boolean[] = [];
for await (const item of decodeMany(lookup, [vin, 'wrong'])) decoded[item.index] = item.ok;

const fake = createVehicleLookup({ ...account, fetch: fakeFetch({ getFluids: answers.getFluids.status(404) }) });
const missing = await fake.getFluids(1).safe();

// @ts-expect-error a carId is a number
const rejected: unknown = await lookup.getFluids('one').catch((error: unknown) => error);
if (!(rejected instanceof VehicleLookupError)) throw new Error('expected an error');

console.log(
  JSON.stringify({
    name: manifest.name,
    make: vehicle.make,
    fluids: fluids.length === queried.length && again?.length === fluids.length && fluids.length > 0,
    kept: kept[0]?.ValueText?.max,
    unit: `${labels.ADQuantityTextStr}: ${unit}`,
    raw: body?.make,
    brands: brands.some(({ slug }) => slug === 'volkswagen'),
    decoded,
    missing: missing.ok ? 'nothing' : missing.error.code,
    handlers: handlers().length,
    rejected: rejected.code,
    remaining: await allowance.remaining(),
    proxied: proxied.status,
    used: Object.keys(recording.usage().operations).length > 0 && typeof globalSetup === 'function',
  }),
);
