// An example program that decodes VINs and gets their fluids, with a cache and an allowance in a directory.
import { lookupMany } from '../../src/batch/batch.ts';
import { createVehicleLookup } from '../../src/index.ts';
import { createAllowance } from '../../src/layers/allowance.ts';
import { createCache } from '../../src/layers/cache.ts';
import { fileStore } from '../../src/node/file-store.ts';

const [baseUrl = '', directory = '', limit, ...vins] = process.argv.slice(2);
const store = fileStore(directory);
const allowance = createAllowance({ limit: Number(limit), windowSeconds: 86_400, store });
const layers = [createCache({ maxAge: 86_400, store }), allowance.layer];
const lookup = createVehicleLookup({ baseUrl, user: 'demo', key: 'CANARY-7391', layers, retry: false });

const batch = lookupMany(vins, async (vin, options) => {
  const { data } = await lookup.decodeVin(vin, options);
  return (await lookup.getFluids(data.carId, options)).data;
});
for await (const _ of batch);
console.log(JSON.stringify({ ...batch.summary, remaining: await allowance.remaining() }));
