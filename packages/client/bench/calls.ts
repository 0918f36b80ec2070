import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import ky from 'ky';
import { createFetch } from 'ofetch';
import createOpenapiFetch from 'openapi-fetch';
import { createClient, createVehicleLookup } from '../dist/index.js';
import { createClient as createHeyApi } from './dist/hey-api/client/index.ts';
import { query as heyApiQuery } from './dist/hey-api/sdk.gen.ts';

// One process of the measurement. The clients alternate and call the same fetch, which responds immediately. Only the fastest round
// counts, because other work on the machine can only make a round slower.
const ROUNDS = 150;
const CALLS = 300;
const WARM_UP_ROUNDS = 20;
const BASE = 'https://vehicles.example.com';
const ACCOUNT = { user: 'bench', key: 'bench-key-of-some-length' };
const VIN = 'WVWZZZ1KZAW000001';
const QUERY = { ...ACCOUNT, vin: VIN };
/** Returns the URL. Every client must create it, even a hand-written client. */
const address = (): string => `${BASE}/api/?${new URLSearchParams(QUERY)}`;

const spec = join(process.argv[2] ?? '', 'openapi.json');
const text = JSON.stringify(exampleVehicle(JSON.parse(readFileSync(spec, 'utf8'))));
const headers = { 'content-type': 'application/json', 'content-length': String(Buffer.byteLength(text)) };
const fetch = async (): Promise<Response> => new Response(text, { headers });
const get = fetch as (address: string, init?: RequestInit) => Promise<Response>;

const openapiFetch = createOpenapiFetch<Record<string, { get: object }>>({ baseUrl: BASE, fetch });
const heyApi = createHeyApi({ baseUrl: BASE, fetch });
const kyOf = ky.create({ fetch, prefix: BASE });
const ofetchOf = createFetch({ fetch, Headers, AbortController });
const oursClient = createClient({ baseUrl: BASE, ...ACCOUNT, fetch });
const ours = createVehicleLookup({ baseUrl: BASE, ...ACCOUNT, fetch });
const oursWithoutTimeout = createVehicleLookup({ baseUrl: BASE, ...ACCOUNT, fetch, timeout: 0 });

const clients: Record<string, () => Promise<unknown>> = {
  'bare fetch': async () => (await get(address())).json(),
  'bare fetch with a time-out': async () => {
    const controller = new AbortController();
    const timer = setTimeout(() => controller.abort(), 30_000);
    try {
      const response = await get(address(), { signal: controller.signal });
      return await response.json();
    } finally {
      clearTimeout(timer);
    }
  },
  'openapi-fetch': () => openapiFetch.GET('/api/', { params: { query: QUERY } }),
  'hey-api': () => heyApiQuery({ client: heyApi, query: QUERY, auth: () => undefined } as never),
  ofetch: () => ofetchOf(`${BASE}/api/`, { query: QUERY }),
  ky: () => kyOf.get('api/', { searchParams: QUERY }).json(),
  'ours, createClient': () => oursClient.GET('/api/', { params: { query: { vin: VIN } } }),
  'ours, parsed, no time-out': () => oursWithoutTimeout.decodeVin(VIN),
  'ours, parsed': () => ours.decodeVin(VIN),
};

// A client that fails immediately would be the fastest.
for (const [name, call] of Object.entries(clients)) {
  if (!JSON.stringify(await call()).includes('"make":')) throw new Error(`${name}: the vehicle was not returned`);
}
const quickest: Record<string, number> = {};
for (let round = -WARM_UP_ROUNDS; round < ROUNDS; round++) {
  for (const [name, call] of Object.entries(clients)) {
    const start = performance.now();
    for (let index = 0; index < CALLS; index++) await call();
    const microseconds = ((performance.now() - start) * 1_000) / CALLS;
    if (round >= 0) quickest[name] = Math.min(quickest[name] ?? Number.POSITIVE_INFINITY, microseconds);
  }
}
console.log(JSON.stringify(quickest));

// biome-ignore lint/suspicious/noExplicitAny: the document, read for one example
function exampleVehicle(document: any): unknown {
  const { examples } = document.components.pathItems.decodeVin.get.responses['200'].content['application/json'];
  const { $ref, value } = examples.full;
  return value ?? document.components.examples[$ref.split('/').at(-1)].value;
}
