// Measures the resources that a large catalogue requires: time to write it, size, time to fetch and check it, time per look-up, and
// memory for look-ups. Prints rows of the capacity table in RUNBOOK.md:
//   node apps/service/bench/capacity.ts [PATTERNS …]        default: 1000000 10000000
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { run, temporaryDirectory } from '@vehicle-lookup/testing';
import { measure } from '../src/catalogue/files/catalogue-checksum.ts';
import { fetchedVersions, publish } from '../src/catalogue/shared/published-versions.ts';
import { cleanUpAtExit } from './clean-up-at-exit.ts';
import { syntheticCatalogue, syntheticVins } from './synthetic.ts';

cleanUpAtExit();
const SIZES = process.argv.length > 2 ? process.argv.slice(2).map(Number) : [1_000_000, 10_000_000];
const VINS = 20_000;
const LOOK_UPS = join(import.meta.dirname, 'peers/look-up.ts');
const seconds = (since: number): number => (performance.now() - since) / 1000;

console.log(
  '| patterns | MB | write, s (0: made before) | publish, s | fetch and check, s | p50 of a look-up, µs | memory of look-ups, MB |',
);
for (const patterns of SIZES) {
  const start = performance.now();
  const file = await syntheticCatalogue(patterns);
  const written = seconds(start);

  const place = join(temporaryDirectory(), 'published');
  const beforePublish = performance.now();
  const published = { version: 'bench', ...(await measure(file)) };
  await publish(place, file, published);
  const put = seconds(beforePublish);
  const fetched = fetchedVersions(join(temporaryDirectory(), 'fetched'), place);
  const beforeFetch = performance.now();
  await fetched.fetch(published);
  const fetchSeconds = seconds(beforeFetch);

  const input = JSON.stringify(syntheticVins(file, VINS));
  const { out, err } = await run(LOOK_UPS, [fetched.pathOf('bench')], { input });
  if (out === '') throw new Error(err);
  const { p50, memory } = JSON.parse(out);
  const figures = [published.bytes / 1e6, written, put, fetchSeconds, p50, memory / 1e6];
  const cells = figures.map((figure) => figure.toFixed(figure < 10 ? 1 : 0));
  console.log(`| ${patterns.toLocaleString('en')} | ${cells.join(' | ')} |`);
}
console.log(`load average ${loadavg()[0]?.toFixed(1)}`);
