import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openCatalogue } from '../../src/catalogue/sqlite-catalogue.ts';
import { carIds, collect, temporaryFolder, vehicle, writeCatalogue } from './catalogues.ts';

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

test('the first match of a partial VIN is looked for in parts: others have their turn, and who leaves ends it', async () => {
  const path = await writeCatalogue(join(temporaryFolder(), 'c.sqlite'), (writer) => {
    for (let carId = 1; carId <= VEHICLES; carId++) {
      // One key for all, and one for each: neither is read in one go.
      const patterns = ['WVWZZZ1K.A', `WVWZZZ1K..${String(carId).padStart(7, '0')}`];
      writer.addVehicle(vehicle(carId, { patterns, yearFrom: 1990 + (carId % 30) }));
    }
  });
  const catalogue = openCatalogue(path, 'v');
  let turns = 0;
  const count = () => {
    turns++;
    timer = setImmediate(count);
  };
  let timer = setImmediate(count);
  const partsOf = async (vin: string, isGone = () => false) => {
    const before = turns;
    const found = await catalogue.firstMatch(vin, isGone);
    return { found: found === undefined ? undefined : carIds([found])[0], parts: turns - before };
  };
  try {
    expect(await partsOf('WVWZZZ1K')).toEqual({
      found: 29,
      parts: expect.toSatisfy((parts) => parts >= VEHICLES / 10_000),
    });
    let asked = 0;
    expect((await partsOf('WVWZZZ1K', () => ++asked > 2)).parts).toBeLessThan(4);
    // Side by side, and beside look-ups that end the transaction of their turn.
    const others = Array.from({ length: 20 }, () => catalogue.vehicle(7));
    const found = await Promise.all([partsOf('WVWZZZ1K'), partsOf('WVWZZZ1KZ'), ...others]);
    expect(found.slice(0, 2)).toMatchObject([{ found: 29 }, { found: 29 }]);
    // Where the key is known there is nothing to wait for.
    expect((await partsOf('WVWZZZ1KZB0000029')).parts).toBe(0);
  } finally {
    clearImmediate(timer);
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
