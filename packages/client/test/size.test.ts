import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';
import { operations } from '../src/operations/operations.ts';

const options = `{ baseUrl: 'https://example.com', user: 'me', key: 'secret' }`;
const consumers: [name: string, limit: number, source: string][] = [
  [
    'only createFetch',
    5_550,
    `import { createFetch } from '@vehicle-lookup/client';
     console.log(await createFetch(${options})('https://example.com/api/?brands=1'));`,
  ],
  [
    'one operation',
    9_050,
    `import { connect, getFluids } from '@vehicle-lookup/client/operations';
     console.log(await getFluids(connect(${options}), 25573));`,
  ],
  [
    'the whole client',
    // The limit for ten operations. Each additional operation may add 50 bytes.
    10_000 + 50 * (Object.keys(operations).length - 10),
    `import { createVehicleLookup } from '@vehicle-lookup/client';
     console.log(await createVehicleLookup(${options}).decodeVin('WVWZZZ1KZAW000001'));`,
  ],
];

/** Returns the bundled and minified code of a consumer. */
async function bundle(source: string): Promise<Uint8Array> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, '..') },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return outputFiles[0]?.contents ?? new Uint8Array();
}

test.each(consumers)('a minimal consumer of %s has at most %i bytes', async (name, limit, source) => {
  const size = gzipSync(await bundle(source), { level: 9 }).length;
  console.log(`gzip of a minimal consumer of ${name}: ${size} B (at most ${limit} B)`);
  expect(size).toBeLessThanOrEqual(limit);
});

test('the bundle of one operation does not contain code for other payloads', async () => {
  const [, [, , one], [, , whole]] = consumers as [unknown, (typeof consumers)[0], (typeof consumers)[0]];
  const text = async (source: string) => new TextDecoder().decode(await bundle(source));
  expect(await text(whole)).toContain('cubicCapacityCcm');
  expect(await text(one)).not.toMatch(/cubicCapacityCcm|EngineDetails|typeYears|parts/);
});
