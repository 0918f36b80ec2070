import { closeSync, openSync, statSync, truncateSync, writeFileSync, writeSync } from 'node:fs';
import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { type Catalogue, CatalogueError } from '../../../src/catalogue/catalogue.ts';
import { openForWriting } from '../../../src/catalogue/draft/catalogue-writer.ts';
import { openCatalogue } from '../../../src/catalogue/files/open-catalogue.ts';
import { collect, VIN, vehicle } from '../../data-store/conformance/catalogue.ts';
import { newPath, writeCatalogue } from './catalogue-files.ts';

const PAGE = 4096;

const healthy = (): Promise<string> =>
  writeCatalogue(newPath(), (writer) => {
    writer.add({ kind: 'brand', name: 'Volkswagen', slug: 'volkswagen' });
    for (let carId = 1; carId <= 2000; carId++) {
      writer.add(vehicle(carId, { patterns: ['WVWZZZ1K'], engines: [{ carId }], fluids: [{ carId }] }));
    }
  });

/** Returns one query for each operation. */
const queries = (catalogue: Catalogue): (() => Promise<unknown>)[] => [
  () => collect(catalogue.matches(VIN)),
  () => catalogue.firstMatch(VIN),
  () => catalogue.vehicle(1),
  () => catalogue.list('fluids', 1),
  () => catalogue.list('oemParts', 1),
  () => catalogue.list('repairTimes', 1),
  () => catalogue.brands(),
  () => catalogue.models('volkswagen'),
  () => catalogue.variants('volkswagen', 'golf-vi'),
  () => collect(catalogue.engines(VIN)),
];

const rejected: Record<string, (path: string) => unknown> = {
  'a missing file': () => undefined,
  'an empty file': (path) => writeFileSync(path, ''),
  garbage: (path) => writeFileSync(path, 'garbage '.repeat(1000)),
  'a different database': (path) => {
    const db = new DatabaseSync(path);
    db.exec('create table other (a)');
    db.close();
  },
  'an unfinished catalogue': async (path) => openForWriting(path).close(),
  'a catalogue of a different release': async (path) => {
    await writeCatalogue(path, () => {});
    const db = new DatabaseSync(path);
    db.exec('drop table engine');
    db.close();
  },
};

test.each(Object.entries(rejected))('%s is rejected with the file name and the next step', async (_, prepare) => {
  const path = newPath();
  await prepare(path);
  const open = () => openCatalogue(path, 'v');
  expect(open).toThrow(CatalogueError);
  expect(open).toThrow(/c\.sqlite: not .*\. Import the catalogue again, or restore it from a backup$/);
});

const damages: Record<string, (path: string) => void> = {
  'overwritten with garbage': (path) => writeFileSync(path, 'garbage '.repeat(100_000)),
  'overwritten with a few characters': (path) => writeFileSync(path, 'garbage'),
  emptied: (path) => truncateSync(path),
};

test.each(Object.entries(damages))('a file that is %s while it is open causes only query errors', async (_, damage) => {
  const path = await healthy();
  const catalogue = openCatalogue(path, 'v');
  for (const query of queries(catalogue)) await query();
  damage(path);
  for (const query of queries(catalogue)) await expect(query()).rejects.toThrow(CatalogueError);
  await catalogue.close();
});

test('a stream ends with a CatalogueError if its file is damaged during the stream', async () => {
  const path = await healthy();
  const catalogue = openCatalogue(path, 'v');
  const stream = async () => {
    let seen = 0;
    for await (const _ of catalogue.matches(VIN)) if (++seen === 1) truncateSync(path, PAGE);
    return seen;
  };
  await expect(stream()).rejects.toThrow(CatalogueError);
  await catalogue.close();
});

test('pages of garbage after a valid beginning cause only CatalogueErrors', async () => {
  const path = await healthy();
  for (let page = statSync(path).size / PAGE - 1; page >= 1; page--) {
    const file = openSync(path, 'r+');
    writeSync(file, Buffer.alloc(PAGE, page % 2 ? 0xff : 'garbage '), 0, PAGE, page * PAGE);
    closeSync(file);
    if (page % 10 !== 1) continue;
    try {
      const catalogue = openCatalogue(path, 'v');
      for (const query of queries(catalogue))
        await query().catch((error) => expect(error).toBeInstanceOf(CatalogueError));
      await catalogue.close();
    } catch (error) {
      expect(error).toBeInstanceOf(CatalogueError);
    }
  }
});
