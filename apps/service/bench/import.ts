/**
 * Imports a large file, and parses the same file with JSON.parse: lines per second, and how many times longer the import
 * takes. The lines are those of the demonstration catalogue, repeated with other identifiers.
 */
import { createReadStream, createWriteStream, mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { importCatalogue } from '../src/import/import.ts';
import { openDataStore } from '../src/stores/open-data-store.ts';

const LINES = Number(process.env.LINES ?? 50_000);

const demonstration = readFileSync(new URL('../demo/catalogue.ndjson', import.meta.url), 'utf8')
  .trimEnd()
  .split('\n');

function* lines(): Generator<string> {
  const vehicles = demonstration.filter((line) => line.startsWith('{"kind":"vehicle"'));
  for (let n = 0; n < LINES; n++) {
    const line = vehicles[n % vehicles.length] ?? '';
    yield `${line.replace(/"carId":\d+/, `"carId":${n + 1}`)}\n`;
  }
}

async function seconds(work: () => Promise<unknown>): Promise<number> {
  const start = performance.now();
  await work();
  return (performance.now() - start) / 1000;
}

async function parse(file: string): Promise<void> {
  for await (const line of createInterface({ input: createReadStream(file, { highWaterMark: 1 << 18 }) }))
    JSON.parse(line);
}

const directory = mkdtempSync(join(tmpdir(), 'bench-import-'));
try {
  const { catalogues } = await openDataStore(directory);
  const file = join(directory, 'catalogue.ndjson');
  await pipeline(Readable.from(lines(), { highWaterMark: 1000 }), createWriteStream(file));
  const megabytes = (statSync(file).size / 1e6).toFixed(0);
  const parsing = await seconds(() => parse(file));
  const checking = await seconds(() => importCatalogue(catalogues, { file, dryRun: true }));
  const importing = await seconds(() => importCatalogue(catalogues, { file }));
  const rate = (time: number): string => `${Math.round(LINES / time).toLocaleString('en')} lines a second`;
  console.log(`import: ${LINES.toLocaleString('en')} vehicles, a line each, ${megabytes} MB`);
  console.log(`  JSON.parse   ${parsing.toFixed(2)} s   ${rate(parsing)}`);
  console.log(
    `  --dry-run    ${checking.toFixed(2)} s   ${rate(checking)}   ${(checking / parsing).toFixed(1)} × parsing`,
  );
  console.log(
    `  import       ${importing.toFixed(2)} s   ${rate(importing)}   ${(importing / parsing).toFixed(1)} × parsing`,
  );
} finally {
  rmSync(directory, { recursive: true, force: true });
}
