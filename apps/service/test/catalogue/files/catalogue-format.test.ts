import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { CATALOGUE_FORMAT } from '../../../src/catalogue/catalogue-entry.ts';
import { openCatalogue } from '../../../src/catalogue/files/open-catalogue.ts';
import { allMatches, vehicle } from '../../data-store/conformance/catalogue.ts';
import { newPath, writeCatalogue } from './catalogue-files.ts';

const written = () =>
  writeCatalogue(newPath(), (writer) => writer.add(vehicle(5, { patterns: ['WVWZZZ1K'], fluids: [{ n: 1 }] })));

function changed(path: string, sql: string): string {
  const db = new DatabaseSync(path);
  db.exec(sql);
  db.close();
  return path;
}

test('a finished catalogue contains its format version', async () => {
  using db = new DatabaseSync(await written(), { readOnly: true });
  expect(db.prepare('pragma user_version').get()).toEqual({ user_version: CATALOGUE_FORMAT });
});

test('a catalogue with a later format version can be opened', async () => {
  const catalogue = openCatalogue(changed(await written(), 'pragma user_version = 99'), 'v');
  expect(await allMatches(catalogue)).toEqual([5]);
  await catalogue.close();
});

test('a catalogue from an incomplete import is rejected as unfinished', async () => {
  const path = changed(await written(), 'pragma user_version = 0');
  expect(() => openCatalogue(path, 'v')).toThrow('not a finished catalogue');
});
