import { existsSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { catalogueChecksum, createCatalogueWriter } from '../../../src/catalogue/draft/catalogue-writer.ts';
import { openForWriting, sealCatalogueFile } from '../../../src/catalogue/files/catalogue-files.ts';
import { openCatalogue } from '../../../src/catalogue/files/open-catalogue.ts';
import { allMatches, vehicle } from '../../data-store/conformance/catalogue.ts';
import { newPath } from '../files/catalogue-files.ts';

async function open() {
  const path = newPath();
  const db = openForWriting(path);
  const count = (table: string) => Number(db.prepare(`select count(*) as n from ${table}`).get()?.n);
  return { path, db, count, writer: createCatalogueWriter(db) };
}

test('a duplicate writes nothing to any table', async () => {
  const { writer, count, db } = await open();
  writer.addVehicle(vehicle(5, { patterns: ['WVWZZZ1K'] }));
  const again = vehicle(5, { patterns: ['WVWZZZ1K.A'], fluids: [{}] });
  expect(writer.addVehicle(again)).toEqual({ pointer: '/record/carId', expected: 'a value that no earlier line has' });
  expect(['vehicle', 'fluid', 'loaded_pattern', 'vin_mask'].map(count)).toEqual([1, 0, 1, 1]);
  db.close();
});

test.each(['WVWZZZ1', 'WV.ZZZ1K', 'WVWZZZ1KZAW0000012', 'WVWZZZ1I', 'wvwzzz1k', 'WVWZZZ1~'])(
  '%s is not a pattern and is rejected',
  async (pattern) => {
    const { writer, count, db } = await open();
    expect(() => writer.addVehicle(vehicle(1, { patterns: ['WVWZZZ1K', pattern] }))).toThrow(
      `${pattern} is not a VIN pattern`,
    );
    expect(count('vehicle')).toBe(0);
    db.close();
  },
);

test('a rolled-back batch leaves nothing, and a new writer continues with the content of the file', async () => {
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
  expect(await allMatches(catalogue)).toEqual([3, 1]);
  await catalogue.close();
});

test('a sealed catalogue is one file, also while it is read', async () => {
  const { path, writer, db } = await open();
  writer.addVehicle(vehicle(1, { patterns: ['WVWZZZ1K'] }));
  writer.finish();
  sealCatalogueFile(db);
  const catalogue = openCatalogue(path, 'v');
  expect(await catalogue.vehicle(1)).toBeDefined();
  for (const suffix of ['-wal', '-shm', '-journal']) expect(existsSync(path + suffix)).toBe(false);
  await catalogue.close();
});

function checksumOf(row: string): string {
  const db = new DatabaseSync(':memory:');
  db.exec(`create table pattern (mask, key); insert into pattern values (${row})`);
  return catalogueChecksum(db);
}

test('rows whose values are only divided in another way have another checksum', () => {
  const rows = ["1, '5'", '11, 5', "1, 'null'", '14, null', "':', ''", "'', ':'"];
  expect(new Set(rows.map(checksumOf)).size).toBe(rows.length);
  expect(checksumOf("1, '5'")).toBe(checksumOf("1, '5'"));
});
