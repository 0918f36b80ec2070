import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { startServer, temporaryDirectory } from '@vehicle-lookup/testing';
import { exampleData } from '../demo/examples.ts';
import { forEachList, type VehicleEntry } from '../src/catalogue/catalogue-entry.ts';
import { openDataStore } from '../src/data-store/open-data-store.ts';
import { cleanUpAtExit } from './clean-up-at-exit.ts';

// Measures the longest possible response to a single request: the engines of all vehicles that match a partial VIN. Prints the
// time to the first byte of a single search, and the memory usage of fifty concurrent searches.
const MATCHES = 100_000;
const AT_ONCE = 50;
const TARGETS = { firstByteMs: 300, peakMegabytes: 400 };

cleanUpAtExit();
const root = temporaryDirectory();
const store = await openDataStore(root);
await store.accounts.prepare();
const accounts = await store.accounts.open();
await accounts.registry.setPlan('bench', { limit: 1e9, windowSeconds: 1, burst: 1_000 });
const { account, key } = await accounts.registry.createAccount('bench', 'bench');
await accounts.close();

const [engine] = exampleData('getEngines') as [Record<string, unknown>];
const record = { ...(exampleData('getVehicle') as VehicleEntry['record']) };
const draft = await store.catalogues.newDraft();
for (let carId = 1; carId <= MATCHES; carId++) {
  const entry: VehicleEntry = {
    kind: 'vehicle',
    patterns: ['WVWZZZ1K'],
    record: { ...record, carId },
    ...forEachList(() => []),
    engines: [{ ...engine, Description: `engine ${carId}` }],
  };
  draft.add({ line: carId, byte: 0, entry });
}
draft.complete();
await draft.publish();
await draft.close();

const service = await startServer(join(import.meta.dirname, '../src/main.ts'), [
  ...['serve', '--port', '0', '--admin-port', '0', '--data-dir', root],
]);
const query = new URLSearchParams({ user: account.user, key: key.key, vin: 'WVWZZZ1K', getEngines: '1' });

/** Sends a search and reads the whole response. */
async function search(): Promise<{ status: number; firstByteMs: number; bytes: number }> {
  const began = performance.now();
  const response = await fetch(`${service.address}/api/?${query}`);
  let [bytes, firstByteMs] = [0, 0];
  for await (const chunk of response.body ?? []) {
    firstByteMs ||= performance.now() - began;
    bytes += chunk.length;
  }
  return { status: response.status, firstByteMs, bytes };
}

const alone = [];
for (let round = 0; round < 5; round++) alone.push(await search());
const firstByteMs = Math.min(...alone.map((one) => one.firstByteMs));
const many = await Promise.all(Array.from({ length: AT_ONCE }, search));
const status = readFileSync(`/proc/${service.child.pid}/status`, 'utf8');
const peakMegabytes = Number(/VmHWM:\s+(\d+) kB/.exec(status)?.[1]) / 1024;
await service.stop();

const whole = many.filter((one) => one.status === 200).length;
console.log(`${MATCHES} engines, ${((alone[0]?.bytes ?? 0) / 1e6).toFixed(0)} MB`);
console.log(`first byte, single search: ${firstByteMs.toFixed(0)} ms (at most ${TARGETS.firstByteMs})`);
console.log(`${AT_ONCE} concurrent searches: ${whole} complete, ${AT_ONCE - whole} rejected with 429`);
console.log(`peak memory: ${peakMegabytes.toFixed(0)} MB (at most ${TARGETS.peakMegabytes})`);
if (firstByteMs > TARGETS.firstByteMs || peakMegabytes > TARGETS.peakMegabytes || whole === 0) process.exitCode = 1;
