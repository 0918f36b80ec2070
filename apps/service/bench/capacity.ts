// What a catalogue of many patterns needs of an instance: time to write it, size, time to fetch and check it, time of a look-up,
// memory. Prints rows of the capacity table in RUNBOOK.md:
//   node apps/service/bench/capacity.ts [PATTERNS …]        default: 1000000 10000000
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { temporaryDirectory } from '@vehicle-lookup/testing/scripts';
import { fetchedVersions } from '../src/stores/postgres/catalogue/fetched-versions.ts';
import { measure, sharedPlace } from '../src/stores/postgres/catalogue/shared-place.ts';
import { openCatalogue } from '../src/stores/sqlite/catalogue/open-catalogue.ts';
import { syntheticCatalogue, syntheticVins } from './synthetic.ts';

const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000_000, 10_000_000];
const VINS = 20_000;
const seconds = (since: number): number => (performance.now() - since) / 1000;

console.log('| patterns | MB | write, s (0: made before) | publish, s | fetch and check, s | p50, µs | memory, MB |');
for (const patterns of SIZES) {
  const start = performance.now();
  const file = await syntheticCatalogue(patterns);
  const written = seconds(start);

  const place = sharedPlace(join(temporaryDirectory(), 'published'));
  const beforePublish = performance.now();
  const published = { version: 'bench', ...(await measure(file)) };
  await place.put(file, published);
  const put = seconds(beforePublish);
  const fetched = fetchedVersions(join(temporaryDirectory(), 'fetched'), place, async () => undefined);
  const beforeFetch = performance.now();
  await fetched.fetch(published);
  const fetchSeconds = seconds(beforeFetch);

  const catalogue = openCatalogue(fetched.pathOf('bench'), 'bench');
  const times: number[] = [];
  for (const vin of [...syntheticVins(file, VINS), ...syntheticVins(file, VINS)]) {
    await nextTurn();
    const before = process.hrtime.bigint();
    await catalogue.firstMatch(vin);
    times.push(Number(process.hrtime.bigint() - before) / 1000);
  }
  await catalogue.close();
  // The first half warms up.
  const p50 = times.slice(VINS).toSorted((one, other) => one - other)[VINS / 2] ?? Number.NaN;
  const figures = [published.bytes / 1e6, written, put, fetchSeconds, p50, process.memoryUsage.rss() / 1e6];
  const cells = figures.map((figure) => figure.toFixed(figure < 10 ? 1 : 0));
  console.log(`| ${patterns.toLocaleString('en')} | ${cells.join(' | ')} |`);
}
console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
