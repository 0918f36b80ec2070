import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalogue } from '../../src/catalogue/sqlite-catalogue.ts';
import { collect, temporaryFolder, vehicle, writeCatalogue } from './catalogues.ts';

const VEHICLES = process.env.DEEP ? 300_000 : 60_000;

test('while a partial VIN matches a great part of the catalogue, others have their turn, and who leaves ends it', async () => {
  const path = await writeCatalogue(join(temporaryFolder(), 'c.sqlite'), (writer) => {
    for (let carId = 1; carId <= VEHICLES; carId++) {
      const patterns = [`WVWZZZ1K.A${String(carId).padStart(7, '0')}`, 'WVWZZZ1K'];
      writer.addVehicle(vehicle(carId, { patterns, yearFrom: 1990 + (carId % 30), engines: [{ code: carId % 100 }] }));
    }
  });
  const catalogue = openCatalogue(path, 'v');
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  try {
    for await (const _ of catalogue.matches('WVWZZZ1K')) break;
    // Counted, not timed: before the first record there were turns all along.
    expect(turns).toBeGreaterThan(10);
    expect(await catalogue.engines('WVWZZZ1K')).toHaveLength(100);

    // Gone while matches are collected, and gone while their engines are.
    const before = turns;
    expect(await catalogue.engines('WVWZZZ1K', () => true)).toBeUndefined();
    expect(turns - before).toBeLessThan(5);
    let asked = 0;
    const whileCollecting = Math.ceil((2 * VEHICLES) / 1024);
    const found = await catalogue.engines('WVWZZZ1K', () => ++asked > whileCollecting + 50);
    expect(found?.length).toBeLessThan(100);
  } finally {
    clearInterval(timer);
    catalogue.close();
  }
});

test('streams that take turns, one of them broken off, do not disturb each other', async () => {
  const path = await writeCatalogue(join(temporaryFolder(), 'c.sqlite'), (writer) => {
    for (let carId = 1; carId <= 200; carId++) writer.addVehicle(vehicle(carId, { patterns: ['WVWZZZ1K'] }));
  });
  const catalogue = openCatalogue(path, 'v');
  const left = catalogue.matches('WVWZZZ1K')[Symbol.asyncIterator]();
  await left.next();
  const others = Promise.all([1, 2].map(() => collect(catalogue.matches('WVWZZZ1K'))));
  await left.return?.();
  expect((await others).map((records) => records.length)).toEqual([200, 200]);
  expect(await collect(catalogue.matches('WVWZZZ1K'))).toHaveLength(200);
  catalogue.close();
});
