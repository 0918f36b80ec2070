// Ten calls with openapi-fetch and types from the document: one path, and therefore one union of ten response types.
import createClient from 'openapi-fetch';
import type { paths } from '../dist/openapi-typescript.ts';

const client = createClient<paths>({ baseUrl: 'http://127.0.0.1:4010' });
const account = { user: 'demo', key: 'demo' };
const vin = 'WVWZZZ1KZAW000001';
const carId = 1;

export const first = (await client.GET('/api/', { params: { query: { ...account, vin } } })).data;
export const all = (await client.GET('/api/', { params: { query: { ...account, vin, allCars: 1 } } })).data;
export const only = (await client.GET('/api/', { params: { query: { ...account, carId, only: 1 } } })).data;
export const fluids = (await client.GET('/api/', { params: { query: { ...account, carId, fluids: 1 } } })).data;
export const parts = (await client.GET('/api/', { params: { query: { ...account, carId, oemParts: 1 } } })).data;
export const times = (await client.GET('/api/', { params: { query: { ...account, carId, timeRepair: 1 } } })).data;
export const brands = (await client.GET('/api/', { params: { query: { ...account, brands: 1 } } })).data;
export const models = (await client.GET('/api/', { params: { query: { ...account, brand: 'vw', models: 1 } } })).data;
const query = { ...account, brand: 'vw', model: 'golf', variants: 1 } as const;
export const variants = (await client.GET('/api/', { params: { query } })).data;
export const engines = (await client.GET('/api/', { params: { query: { ...account, vin, getEngines: 1 } } })).data;
