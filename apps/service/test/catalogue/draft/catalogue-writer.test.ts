import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import { createCatalogueWriter, openForWriting } from '../../../src/catalogue/draft/catalogue-writer.ts';
import { openCatalogue } from '../../../src/catalogue/files/open-catalogue.ts';
import { vehicle } from '../../data-store/conformance/catalogue.ts';
import { newPath } from '../files/catalogue-files.ts';

async function open() {
  const path = newPath();
  const db = openForWriting(path);
  const count = (table: string) => Number(db.prepare(`select count(*) as n from ${table}`).get()?.n);
  return { path, db, count, writer: createCatalogueWriter(db) };
}

test('a duplicate is not written to any table', async () => {
  const { writer, count, db } = await open();
  writer.add(vehicle(5, { patterns: ['WVWZZZ1K'] }));
  const again = vehicle(5, { patterns: ['WVWZZZ1K.A'], fluids: [{}] });
  expect(writer.add(again)).toEqual({
    pointer: '/record/carId',
    expected: 'a value unused in earlier lines',
  });
  expect(['vehicle', 'fluid', 'unsorted.pattern', 'vin_mask'].map(count)).toEqual([1, 0, 1, 1]);
  db.close();
});

test.each(['WVWZZZ1', 'WV.ZZZ1K', 'WVWZZZ1KZAW0000012', 'WVWZZZ1I', 'wvwzzz1k', 'WVWZZZ1~'])(
  '%s is not a pattern and is rejected',
  async (pattern) => {
    const { writer, count, db } = await open();
    expect(() => writer.add(vehicle(1, { patterns: ['WVWZZZ1K', pattern] }))).toThrow(
      `${pattern} is not a VIN pattern`,
    );
    expect(count('vehicle')).toBe(0);
    db.close();
  },
);

test('a finished catalogue is a single file, even while it is being read', async () => {
  const { path, writer, db } = await open();
  writer.add(vehicle(1, { patterns: ['WVWZZZ1K'] }));
  writer.finish();
  db.close();
  const catalogue = openCatalogue(path, 'v');
  expect(await catalogue.vehicle(1)).toBeDefined();
  for (const suffix of ['-wal', '-shm', '-journal', '-unsorted']) expect(existsSync(path + suffix)).toBe(false);
  await catalogue.close();
});
