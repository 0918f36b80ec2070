// A hey-api client that uses the credentials, time limits and retries of createFetch.
import { createFetch } from '@vehicle-lookup/client';
import { toWire } from '@vehicle-lookup/contract';
import { account } from './account.js';
import { client } from './hey-api/client.gen.js';
import { getFluids } from './hey-api/index.js';

const send = createFetch(account);
client.setConfig({ baseUrl: account.baseUrl, fetch: (input, init) => send(toWire(input, init)) });

const { data } = await getFluids({ query: { carId: 25573, fluids: 1 } });
console.log(JSON.stringify(data));
