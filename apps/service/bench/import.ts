/**
 * Imports a large file and parses the same file with JSON.parse. Prints the lines per second and how many times longer the import
 * takes. The lines repeat the demonstration vehicles that have fluids, with different identifiers.
 */
import { createReadStream, createWriteStream, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { openDataStore } from '../src/data-store/open-data-store.ts';
import { DEMO } from '../src/import/demo.ts';
import { importCatalogue } from '../src/import/import.ts';
import { cleanUpAtExit } from './clean-up-at-exit.ts';

const LINES = Number(process.env.LINES ?? 50_000);

const demonstration = readFileSync(DEMO, 'utf8').trimEnd().split('\n');

function* lines(): Generator<string> {
  const vehicles = demonstration.filter(
    (line) => line.startsWith('{"kind":"vehicle"') && !line.includes('"fluids":[]'),
  );
  for (let n = 0; n < LINES; n++) {
    const line = vehicles[n % vehicles.length] ?? '';
    yield `${line.replace(/"carId":\d+/, `"carId":${n + 1}`)}\n`;
  }
}

/** Seconds of elapsed time and of CPU time. On a busy machine, CPU time is more reliable. */
interface Time {
  clock: number;
  core: number;
}

async function timeOf(work: () => Promise<unknown>): Promise<Time> {
  const [start, before] = [performance.now(), process.cpuUsage()];
  await work();
  const { user, system } = process.cpuUsage(before);
  return { clock: (performance.now() - start) / 1000, core: (user + system) / 1e6 };
}

async function parse(file: string): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file, { highWaterMark: 1 << 18 }) }))
    JSON.parse(line);
}

cleanUpAtExit();
const directory = temporaryDirectory();
const { catalogues } = await openDataStore(directory);
const file = join(directory, 'catalogue.ndjson');
await pipeline(Readable.from(lines(), { highWaterMark: 1000 }), createWriteStream(file));
const megabytes = (statSync(file).size / 1e6).toFixed(0);
const parsing = await timeOf(() => parse(file));
const checking = await timeOf(() => importCatalogue(catalogues, { file, dryRun: true }));
const importing = await timeOf(() => importCatalogue(catalogues, { file }));
console.log(`import: ${LINES.toLocaleString('en')} vehicles, one per line, ${megabytes} MB`);
for (const [name, { clock, core }] of Object.entries({
  'JSON.parse': parsing,
  '--dry-run': checking,
  import: importing,
})) {
  const rate = `${Math.round(LINES / clock).toLocaleString('en')} lines per second`;
  const ratios = `${(clock / parsing.clock).toFixed(1)} × parsing, ${(core / parsing.core).toFixed(1)} × by CPU time`;
  console.log(`  ${name.padEnd(12)} ${clock.toFixed(2)} s   ${rate}   ${ratios}`);
}
