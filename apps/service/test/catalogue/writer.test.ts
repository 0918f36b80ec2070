import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCatalogueFile, sealCatalogueFile } from '../../src/catalogue/catalogue-file.ts';
import { openCatalogue } from '../../src/catalogue/sqlite-catalogue.ts';
import { MASKS_PER_WMI } from '../../src/catalogue/vin-pattern.ts';
import {
  CatalogueRuleError,
  createCatalogueWriter,
  DuplicateError,
  TooManyMasksError,
} from '../../src/catalogue/writer.ts';
import { carIds, collect, temporaryFolder, vehicle } from './catalogues.ts';

/** Distinct arrangements of wildcards: the positions after the WMI count in binary. */
const patternOfNumber = (wmi: string, n: number): string =>
  wmi + (n + 1).toString(2).padStart(8, '0').replaceAll('0', '.').replaceAll('1', 'A');

async function open() {
  const path = join(temporaryFolder(), 'c.sqlite');
  const db = await createCatalogueFile(path);
  const count = (table: string) => Number(db.prepare(`select count(*) as n from ${table}`).get()?.n);
  return { path, db, count, writer: createCatalogueWriter(db) };
}

test('a carId, a brand and a model of a brand that are there already are refused by name, and nothing is written', async () => {
  const { writer, count, db } = await open();
  writer.addVehicle(vehicle(5, { patterns: ['WVWZZZ1K'] }));
  writer.addBrand({ name: 'Audi', slug: 'audi' });
  writer.addModel({ brand: 'audi', name: 'A4', slug: 'a4' });
  writer.addModel({ brand: 'vw', name: 'A4', slug: 'a4' });
  const again = vehicle(5, { patterns: ['WVWZZZ1K.A'], fluids: [{}] });
  expect(() => writer.addVehicle(again)).toThrow(new DuplicateError('vehicle', '5'));
  expect(() => writer.addBrand({ name: 'Other', slug: 'audi' })).toThrow(new DuplicateError('brand', 'audi'));
  expect(() => writer.addModel({ brand: 'audi', name: 'A', slug: 'a4' })).toThrow(
    new DuplicateError('model', 'audi a4'),
  );
  expect(['vehicle', 'fluid', 'vin_pattern', 'vin_mask', 'brand', 'model'].map(count)).toEqual([1, 0, 1, 1, 1, 2]);
  db.close();
});

test('a manufacturer has at most 64 arrangements of wildcards, also across writers; what is one too many is not written', async () => {
  const { writer, count, db } = await open();
  for (let n = 0; n < MASKS_PER_WMI; n++) writer.addVehicle(vehicle(n + 1, { patterns: [patternOfNumber('WVW', n)] }));
  const oneMore = vehicle(1000, { patterns: [patternOfNumber('WAU', 0), patternOfNumber('WVW', MASKS_PER_WMI)] });
  for (const each of [writer, createCatalogueWriter(db)]) {
    expect(() => each.addVehicle(oneMore)).toThrow(TooManyMasksError);
    each.addVehicle(vehicle(count('vehicle') + 1, { patterns: [patternOfNumber('WVW', 3)] }));
  }
  expect(count('vehicle')).toBe(MASKS_PER_WMI + 2);
  expect(count('vin_mask')).toBe(MASKS_PER_WMI);
  db.close();
});

test.each(['WVWZZZ1', 'WV.ZZZ1K', 'WVWZZZ1KZAW0000012', 'WVWZZZ1I', 'wvwzzz1k', 'WVWZZZ1~'])(
  '%s is not a pattern and is refused',
  async (pattern) => {
    const { writer, count, db } = await open();
    expect(() => writer.addVehicle(vehicle(1, { patterns: ['WVWZZZ1K', pattern] }))).toThrow(CatalogueRuleError);
    expect(count('vehicle')).toBe(0);
    db.close();
  },
);

test('a rolled-back batch leaves nothing, and a new writer goes on where the file stands', async () => {
  const { path, writer, db } = await open();
  writer.addVehicle(vehicle(1, { patterns: ['WVWZZZ1K'] }));
  db.exec('begin');
  writer.addVehicle(vehicle(2, { patterns: ['WVWZZZ1K.A'] }));
  db.exec('rollback');
  const next = createCatalogueWriter(db);
  next.addVehicle(vehicle(3, { patterns: ['WVWZZZ1K.A'] }));
  next.finish();
  sealCatalogueFile(db);
  const catalogue = openCatalogue(path, 'v');
  expect(carIds(await collect(catalogue.matches('WVWZZZ1KZAW000001')))).toEqual([3, 1]);
  catalogue.close();
});

test('a sealed catalogue is one file, also while it is read', async () => {
  const { path, writer, db } = await open();
  writer.addVehicle(vehicle(1, { patterns: ['WVWZZZ1K'] }));
  writer.finish();
  sealCatalogueFile(db);
  const catalogue = openCatalogue(path, 'v');
  expect(await catalogue.vehicle(1)).toBeDefined();
  for (const suffix of ['-wal', '-shm', '-journal']) expect(existsSync(path + suffix)).toBe(false);
  catalogue.close();
});
