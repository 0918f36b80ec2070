import { join } from 'node:path';
import { runCommand } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { vehicle } from '../../data-store/conformance/catalogue.ts';
import { newPath, writeCatalogue } from './catalogue-files.ts';

const VEHICLES = process.env.DEEP ? 500_000 : 60_000;
const MEGABYTE = 2 ** 20;
const text = 'x'.repeat(1200);

let path = '';
beforeAll(async () => {
  path = await writeCatalogue(newPath(), (writer) => {
    for (let carId = 1; carId <= VEHICLES; carId++) {
      writer.add(vehicle(carId, { patterns: ['WVWZZZ1K', 'WVWZZZ1K.A'], record: { carId, year: '', text } }));
    }
  });
});

test.each(['WVWZZZ1KZAW000001', 'WVWZZZ1K'])(
  'memory usage stays constant while all matches of %s are streamed',
  async (vin) => {
    const limits = ['--max-old-space-size=32', '--max-semi-space-size=2'];
    const child = join(import.meta.dirname, 'catalogue-memory-child.ts');
    const { out } = await runCommand([process.execPath, ...limits, child, path, vin]);
    const { records, bytes, grownBy } = JSON.parse(out);
    expect(records).toBe(VEHICLES);
    expect(bytes).toBeGreaterThan(VEHICLES * text.length);
    expect(grownBy).toBeLessThan(40 * MEGABYTE);
  },
);
