import { rmSync } from 'node:fs';
import { bin, run, startServer, temporaryDirectory } from '@vehicle-lookup/testing';
import { lookupMany } from '../src/batch/batch.ts';
import { createVehicleLookup } from '../src/index.ts';
import { createAllowance } from '../src/layers/allowance.ts';
import { createLimiter } from '../src/layers/limiter.ts';

// Sends a batch to the reference service, with a plan of 50 requests per second, and counts lost, sent and charged requests.
const VALUES = Number(process.argv[2] ?? 2_000);
const LIMIT = 100_000;
const directory = temporaryDirectory();
const env = { VEHICLE_LOOKUP_DATA_DIR: directory };

/** Runs a service command. */
async function service(...args: string[]): Promise<string> {
  const { code, out, err } = await run(bin('service'), args, { env });
  if (code !== 0) throw new Error(`${args[0]}: ${err}`);
  return out;
}

const server = await startServer(bin('service'), ['serve', '--demo', '--port', '0', '--admin-port', '0'], { env });
await service('plan', 'set', '--plan', 'bench', '--limit', `${LIMIT}`, '--window', '30d', '--burst', '50');

const user = 'bench';
const { key } = JSON.parse(await service('account', 'create', '--user', user, '--plan', 'bench', '--json'));
const allowance = createAllowance({ limit: LIMIT, windowSeconds: 30 * 86_400 });
let requests = 0;
const fetch: typeof globalThis.fetch = (...request) => {
  requests++;
  return globalThis.fetch(...request);
};
const layers = [createLimiter(), allowance.layer];
const lookup = createVehicleLookup({ baseUrl: server.address, user, key, fetch, layers });
// Every tenth vehicle does not exist.
const vins = Array.from({ length: VALUES }, (_, index) => {
  return `${index % 10 ? 'WVWZZZ1KZAW' : 'XXXXXXXXXXX'}${String(index).padStart(6, '0')}`;
});
const start = performance.now();
const codes: Record<string, number> = {};
for await (const item of lookupMany(vins, (vin, options) => lookup.decodeVin(vin, options), { concurrency: 64 })) {
  const code = item.ok ? 'found' : item.error.code;
  codes[code] = (codes[code] ?? 0) + 1;
}
const seconds = ((performance.now() - start) / 1000).toFixed(0);
const usage = JSON.parse(await service('usage', '--json')).find((one: { user: string }) => one.user === user);
const ratio = (requests / VALUES).toFixed(3);
const remaining = await allowance.remaining();
console.log(`${JSON.stringify(codes)} in ${seconds} s; ${requests} requests, ${ratio} per value (at most 1.05)`);
console.log(`  allowance: ${remaining} left by the client, ${usage.remaining} by the service`);
const lost = VALUES - (codes.found ?? 0) - (codes.not_found ?? 0);
if (lost > 0 || requests > 1.05 * VALUES || remaining !== usage.remaining) process.exitCode = 1;
await server.stop();
rmSync(directory, { recursive: true, force: true });
