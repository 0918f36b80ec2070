// Queries for the client of openapi-fetch. The comment above an invalid query is part of the expected compiler message.
import type { paths } from '@vehicle-lookup/contract/types';
import createOpenapiClient from 'openapi-fetch';

const client = createOpenapiClient<paths>({ baseUrl: 'http://127.0.0.1:4010' });
const vin = 'WVWZZZ1KZAW000001';
const carId = 1;

await client.GET('/api/', { params: { query: { vin } } });
await client.GET('/api/', { params: { query: { vin, allCars: 1 } } });
await client.GET('/api/', { params: { query: { carId, fluids: 1 } } });
await client.GET('/api/', { params: { query: { brands: 1 } } });
await client.GET('/api/', { params: { query: { brand: 'vw', model: 'golf', variants: 1 } } });

// An unknown name compiles, because openapi-fetch does not check names that its types do not mention. `createClient` does.
await client.GET('/api/', { params: { query: { vin, allcars: 1 } } });

// expect: Expected 2 arguments, but got 1
await client.GET('/api/');
// expect: Property 'params' is missing
await client.GET('/api/', {});
// expect: Property 'query' is missing
await client.GET('/api/', { params: {} });
// expect: Type '{}' is not assignable to type
await client.GET('/api/', { params: { query: {} } });
// expect: Type '{ carId: number; }' is not assignable to type
await client.GET('/api/', { params: { query: { carId } } });
// expect: Property 'carId' is missing in type '{ fluids: 1; }'
await client.GET('/api/', { params: { query: { fluids: 1 } } });
// expect: is not assignable to type
await client.GET('/api/', { params: { query: { carId, fluids: 1, oemParts: 1 } } });
// expect: is not assignable to type
await client.GET('/api/', { params: { query: { vin, fluids: 1 } } });
// expect: Type 'string' is not assignable to type 'number'
await client.GET('/api/', { params: { query: { carId: '5', fluids: 1 } } });
// expect: Type '2' is not assignable to type '1'
await client.GET('/api/', { params: { query: { carId, fluids: 2 } } });
