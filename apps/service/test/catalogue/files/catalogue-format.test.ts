import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { CATALOGUE_FORMAT } from '../../../src/catalogue/catalogue-entry.ts';
import { catalogueFormat } from '../../../src/catalogue/files/catalogue-migrations.ts';
import { openCatalogue } from '../../../src/catalogue/files/open-catalogue.ts';
import { allMatches, VIN, vehicle } from '../../data-store/conformance/catalogue.ts';
import { newPath, writeCatalogue } from './catalogue-files.ts';

const written = () =>
  writeCatalogue(newPath(), (writer) => writer.addVehicle(vehicle(5, { patterns: ['WVWZZZ1K'], fluids: [{ n: 1 }] })));

function changed(path: string, sql: string): string {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
  return path;
}

function formatOf(path: string): number | undefined {
  const db = new DatabaseSync(path, { readOnly: true });
  try {
    return catalogueFormat(db);
  } finally {
    db.close();
  }
}

test('a finished catalogue says its format', async () => {
  expect(formatOf(await written())).toBe(CATALOGUE_FORMAT);
});

/** What earlier releases left, by what a catalogue of today has to lose. */
const EARLIER = {
  'patterns in a sorted table, without a filter': 'pragma user_version = 0; drop table vin_filter_1',
  'patterns in a table with an index beside it': `
    pragma user_version = 0;
    drop table vin_filter_1;
    alter table vin_pattern rename to sorted;
    create table vin_pattern (mask integer not null, key text not null, year integer not null, car_id integer not null) strict;
    insert into vin_pattern select mask, key, year, car_id from sorted;
    drop table sorted;
    create index vin_pattern_lookup on vin_pattern (mask, key, year desc, car_id)`,
};

test.each(Object.entries(EARLIER))('a catalogue of an earlier release is opened: %s', async (_, sql) => {
  const path = changed(await written(), sql);
  expect(formatOf(path)).toBe(1);
  const catalogue = openCatalogue(path, 'v');
  expect(await allMatches(catalogue)).toEqual([5]);
  expect(await catalogue.firstMatch(VIN)).toContain('"carId":5');
  expect(await catalogue.list('fluids', 5)).toEqual(['{"n":1}']);
  await catalogue.close();
});

test('a catalogue of a later format is opened', async () => {
  const catalogue = openCatalogue(changed(await written(), 'pragma user_version = 99'), 'v');
  expect(await allMatches(catalogue)).toEqual([5]);
  await catalogue.close();
});

test('a file without sorted patterns is not finished', async () => {
  expect(formatOf(changed(await written(), 'pragma user_version = 0; drop table vin_pattern'))).toBeUndefined();
});
