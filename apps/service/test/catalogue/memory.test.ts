import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { temporaryFolder, vehicle, writeCatalogue } from './catalogues.ts';

const VEHICLES = process.env.DEEP ? 500_000 : 60_000;
const MEGABYTE = 2 ** 20;
const text = 'x'.repeat(1200);

test.each(['WVWZZZ1KZAW000001', 'WVWZZZ1K'])('memory stays flat while all matches of %s stream', async (vin) => {
  const path = await writeCatalogue(join(temporaryFolder(), 'c.sqlite'), (writer) => {
    for (let carId = 1; carId <= VEHICLES; carId++) {
      writer.addVehicle(vehicle(carId, { patterns: ['WVWZZZ1K', 'WVWZZZ1K.A'], record: { carId, text } }));
    }
  });
  const limits = ['--max-old-space-size=32', '--max-semi-space-size=2'];
  const child = await promisify(execFile)(process.execPath, [
    ...limits,
    join(import.meta.dirname, 'memory-child.ts'),
    path,
    vin,
  ]);
  const { records, bytes, grownBy } = JSON.parse(child.stdout);
  expect(records).toBe(VEHICLES);
  expect(bytes).toBeGreaterThan(VEHICLES * text.length);
  expect(grownBy).toBeLessThan(40 * MEGABYTE);
});
