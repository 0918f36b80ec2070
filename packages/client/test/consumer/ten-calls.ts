// Typical consumer code. It contains only calls, because consumer.test.ts measures the compiler's work for this file.
import { createClient } from '@vehicle-lookup/client';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010', user: 'demo', key: 'demo' });
const vin = 'WVWZZZ1KZAW000001';
const carId = 1;

export const make = (await client.GET('/api/', { params: { query: { vin } } })).data?.data.make;
export const makes = (await client.GET('/api/', { params: { query: { vin, allCars: 1 } } })).data?.data.map(
  (v) => v.make,
);
export const model = (await client.GET('/api/', { params: { query: { carId, only: 1 } } })).data?.data.model;
export const fluids = (await client.GET('/api/', { params: { query: { carId, fluids: 1 } } })).data;
export const item = (Array.isArray(fluids) ? fluids : fluids?.data)?.[0]?.ItemMPText;
export const group = (await client.GET('/api/', { params: { query: { carId, oemParts: 1 } } })).data?.data[0]?.group;
export const hours = (await client.GET('/api/', { params: { query: { carId, timeRepair: 1 } } })).data?.data[0]?.hours;
export const brand = (await client.GET('/api/', { params: { query: { brands: 1 } } })).data?.data[0]?.slug;
export const slug = (await client.GET('/api/', { params: { query: { brand: 'vw', models: 1 } } })).data?.data[0]?.slug;
const variants = await client.GET('/api/', { params: { query: { brand: 'vw', model: 'golf', variants: 1 } } });
export const title = variants.data?.data[0]?.fullTitle;
export const power = (await client.GET('/api/', { params: { query: { vin, getEngines: 1 } } })).data?.data[0]
  ?.kiloWatts;
