import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { build } from 'esbuild';
import { expect, test } from 'vitest';

const options = `{ baseUrl: 'https://example.com', user: 'me', key: 'secret' }`;
const consumers: [name: string, limit: number, source: string][] = [
  [
    'the raw layer',
    2_900,
    `import { createRaw } from '@vehicle-lookup/client/raw';
     console.log(await createRaw(${options}).GET('/api/', { params: { query: { vin: 'WVWZZZ1KZAW000001' } } }));`,
  ],
  [
    'one operation',
    4_400,
    `import { connect, getFluids } from '@vehicle-lookup/client/operations';
     console.log(await getFluids(connect(${options}), 25573));`,
  ],
  [
    'the whole client',
    5_200,
    `import { createVehicleLookup } from '@vehicle-lookup/client';
     console.log(await createVehicleLookup(${options}).decodeVin('WVWZZZ1KZAW000001'));`,
  ],
];

/** The size of what a consumer sends to a browser, in bytes: bundled, minified, gzipped. */
async function sizeOf(source: string): Promise<number> {
  const { outputFiles } = await build({
    stdin: { contents: source, resolveDir: join(import.meta.dirname, '..') },
    bundle: true,
    minify: true,
    format: 'esm',
    write: false,
  });
  return gzipSync(outputFiles[0]?.contents ?? '', { level: 9 }).length;
}

test.each(consumers)('a minimal consumer of %s has at most %i bytes', async (name, limit, source) => {
  const size = await sizeOf(source);
  console.log(`gzip of a minimal consumer of ${name}: ${size} B (at most ${limit} B)`);
  expect(size).toBeLessThanOrEqual(limit);
});
