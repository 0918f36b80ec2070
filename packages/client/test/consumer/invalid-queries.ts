// Queries that must not compile. The comment above each query is part of the expected compiler message.
import { createClient } from '@vehicle-lookup/client';

const client = createClient({ baseUrl: 'http://127.0.0.1:4010', user: 'demo', key: 'demo' });
const vin = 'WVWZZZ1KZAW000001';
const carId = 1;

// expect: fluids=1 is getFluids: it takes exactly carId (number)
await client.GET('/api/', { params: { query: { vin, fluids: 1 } } });
// expect: fluids=1 is getFluids: it takes exactly carId (number)
await client.GET('/api/', { params: { query: { carId: '5', fluids: 1 } } });
// expect: only one operation per request, but this query selects getFluids
await client.GET('/api/', { params: { query: { carId, fluids: 1, oemParts: 1 } } });
// expect: unknown query parameter: allcars
await client.GET('/api/', { params: { query: { vin, allcars: 1 } } });
// expect: unknown query parameter: key
await client.GET('/api/', { params: { query: { vin, key: 'secret' } } });
// expect: allCars must be 1
await client.GET('/api/', { params: { query: { vin, allCars: 0 } } });
// expect: allCars must be 1
await client.GET('/api/', { params: { query: { vin, allCars: true } } });
// expect: without a selector this is decodeVin: it takes exactly vin (string)
await client.GET('/api/', { params: { query: {} } });
// expect: without a selector this is decodeVin: it takes exactly vin (string)
await client.GET('/api/', { params: { query: { carId } } });
// expect: variants=1 is listVariants: it takes exactly brand (string) and model (string)
await client.GET('/api/', { params: { query: { model: 'golf', variants: 1 } } });
// expect: brands=1 is listBrands: it takes nothing else
await client.GET('/api/', { params: { query: { vin, brands: 1 } } });

const kept = { carId, fluids: 1 };
// expect: fluids must be 1 (a query in a variable needs 'as const')
await client.GET('/api/', { params: { query: kept } });

// expect: Type 'number' is not assignable to type 'AbortSignal'
await client.GET('/api/', { params: { query: { carId, fluids: 1 } }, signal: 5 });
// expect: Argument of type '"/api"' is not assignable to parameter of type '"/api/"'
await client.GET('/api', { params: { query: { carId, fluids: 1 } } });
// expect: Argument of type '"getFluid"' is not assignable to parameter of type
await client.call('getFluid', { carId });
// expect: 'vin' does not exist in type '{ carId: number; }'
await client.call('getFluids', { vin });
// expect: Type 'number' is not assignable to type 'never'
await client.call('listBrands', { carId });
// expect: Property 'key' is missing
createClient({ baseUrl: 'http://127.0.0.1:4010', user: 'demo' });
