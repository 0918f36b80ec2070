import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import type { Catalogue } from '../../src/catalogue/catalogue.ts';
import { openCatalogue } from '../../src/catalogue/sqlite-catalogue.ts';
import type { CatalogueWriter } from '../../src/catalogue/writer.ts';
import { carIds, collect, temporaryFolder, vehicle, writeCatalogue } from './catalogues.ts';

const VIN = 'WVWZZZ1KZAW000001';

async function catalogueOf(fill: (writer: CatalogueWriter) => void): Promise<Catalogue> {
  return openCatalogue(await writeCatalogue(join(temporaryFolder(), 'c.sqlite'), fill), 'v1');
}

test('records come back as the JSON text of what was written', async () => {
  const record = { carId: 7, make: 'Лада "Нива"\n', year: '', kwPowerFrom: 103.5 };
  const catalogue = await catalogueOf((writer) => writer.addVehicle(vehicle(7, { record, patterns: ['WVWZZZ1K'] })));
  expect(await catalogue.vehicle(7)).toBe(JSON.stringify(record));
  expect(await catalogue.firstMatch(VIN)).toBe(JSON.stringify(record));
  expect(catalogue.version).toBe('v1');
});

test('what one turn of the event loop reads is one state of the file, and the next turn sees what has changed', async () => {
  const path = await writeCatalogue(join(temporaryFolder(), 'c.sqlite'), (writer) => writer.addVehicle(vehicle(1)));
  const catalogue = openCatalogue(path, 'v1');
  const other = new DatabaseSync(path, { timeout: 0 });
  const change = () => other.exec("update vehicle set record = 'changed'");
  const before = await catalogue.vehicle(1);
  expect(change).toThrow('locked');
  expect(await catalogue.vehicle(1)).toBe(before);
  await nextTurn();
  change();
  expect(await catalogue.vehicle(1)).toBe('changed');
  catalogue.close();
  await nextTurn();
  other.close();
});

test('the entries of a vehicle keep their order; a known vehicle without entries has an empty list, an unknown one none', async () => {
  const fluids = [{ n: 2 }, { n: 1 }, { n: 2 }];
  const catalogue = await catalogueOf((writer) => {
    writer.addVehicle(vehicle(1, { fluids, oemParts: [{ p: 1 }], repairTimes: [{ t: 1 }] }));
    writer.addVehicle(vehicle(2));
  });
  const lists = [catalogue.fluids, catalogue.oemParts, catalogue.repairTimes];
  expect(await Promise.all(lists.map((list) => list(1)))).toEqual([
    ['{"n":2}', '{"n":1}', '{"n":2}'],
    ['{"p":1}'],
    ['{"t":1}'],
  ]);
  expect(await Promise.all(lists.map((list) => list(2)))).toEqual([[], [], []]);
  expect(await Promise.all(lists.map((list) => list(3)))).toEqual([undefined, undefined, undefined]);
  expect(await catalogue.vehicle(3)).toBeUndefined();
});

test('the largest carId is found', async () => {
  const carId = Number.MAX_SAFE_INTEGER;
  const catalogue = await catalogueOf((writer) => writer.addVehicle(vehicle(carId, { patterns: ['WVWZZZ1K'] })));
  expect(carIds([(await catalogue.firstMatch(VIN)) ?? ''])).toEqual([carId]);
});

test('engines of all matches come once each, those of the best match first', async () => {
  const catalogue = await catalogueOf((writer) => {
    writer.addVehicle(vehicle(1, { patterns: ['WVWZZZ1K'], engines: [{ code: 'B' }, { code: 'A' }] }));
    writer.addVehicle(vehicle(2, { patterns: ['WVWZZZ1K.A'], engines: [{ code: 'C' }, { code: 'B' }] }));
    writer.addVehicle(vehicle(3, { patterns: ['WVWZZZ2K'] }));
  });
  expect(await catalogue.engines(VIN)).toEqual(['{"code":"C"}', '{"code":"B"}', '{"code":"A"}']);
  expect(await catalogue.engines('WVWZZZ2K')).toEqual([]);
  expect(await catalogue.engines('WVWZZZ3K')).toBeUndefined();
});

test('brands and models come by slug, whatever the order they were written in', async () => {
  const catalogue = await catalogueOf((writer) => {
    writer.addBrand({ name: 'Volkswagen', slug: 'volkswagen' });
    writer.addBrand({ name: 'Audi', slug: 'audi' });
    writer.addModel({ brand: 'audi', name: 'B', slug: 'b' });
    writer.addModel({ brand: 'audi', name: 'A', slug: 'a' });
  });
  expect(await catalogue.brands()).toEqual([
    '{"name":"Audi","slug":"audi"}',
    '{"name":"Volkswagen","slug":"volkswagen"}',
  ]);
  expect(await catalogue.models('audi')).toEqual(['{"name":"A","slug":"a"}', '{"name":"B","slug":"b"}']);
  expect(await catalogue.models('volkswagen')).toEqual([]);
  expect(await catalogue.models('opel')).toBeUndefined();
});

test('a brand and a model are named by slug or display name, whatever the case and the Unicode form', async () => {
  const catalogue = await catalogueOf((writer) => {
    writer.addBrand({ name: 'Škoda', slug: 'skoda' });
    writer.addModel({ brand: 'skoda', name: 'Octavia III', slug: 'octavia-iii' });
    writer.addVariant({ brand: 'skoda', model: 'octavia-iii', record: { typeName: '2' } });
    writer.addVariant({ brand: 'skoda', model: 'octavia-iii', record: { typeName: '1' } });
  });
  for (const brand of ['skoda', 'SKODA', ' Skoda ', 'Škoda', 'ŠKODA', 'S\u030CKODA']) {
    expect(await catalogue.models(brand), brand).toHaveLength(1);
    for (const model of ['octavia-iii', 'OCTAVIA-III', 'octavia iii', 'Octavia Ⅲ']) {
      expect(await catalogue.variants(brand, model), model).toEqual(['{"typeName":"2"}', '{"typeName":"1"}']);
    }
  }
  expect(await catalogue.variants('skoda', 'octavia')).toBeUndefined();
  expect(await catalogue.variants('opel', 'octavia-iii')).toBeUndefined();
});

test('a slug goes before a display name that reads the same, and of equal names the first slug answers', async () => {
  const catalogue = await catalogueOf((writer) => {
    writer.addBrand({ name: 'Mini', slug: 'bmw-mini' });
    writer.addBrand({ name: 'Rover Mini', slug: 'mini' });
    writer.addBrand({ name: 'Twin', slug: 'twin-b' });
    writer.addBrand({ name: 'TWIN', slug: 'twin-a' });
    for (const brand of ['bmw-mini', 'mini', 'twin-a', 'twin-b']) writer.addModel({ brand, name: brand, slug: 'm' });
  });
  expect(await catalogue.models('MINI')).toEqual(['{"name":"mini","slug":"m"}']);
  expect(await catalogue.models('twin')).toEqual(['{"name":"twin-a","slug":"m"}']);
});

test('answers that stream at the same time do not disturb each other', async () => {
  const ids = Array.from({ length: 300 }, (_, i) => i + 1);
  const catalogue = await catalogueOf((writer) => {
    for (const carId of ids) writer.addVehicle(vehicle(carId, { patterns: ['WVWZZZ1K', 'WVWZZZ...A'] }));
  });
  const streams = await Promise.all(Array.from({ length: 5 }, () => collect(catalogue.matches(VIN))));
  for (const stream of streams) expect(carIds(stream)).toEqual(ids);
});

test('a stream that is left early, or lasts long, lets others have their turn', async () => {
  const catalogue = await catalogueOf((writer) => {
    for (let carId = 1; carId <= 1000; carId++) writer.addVehicle(vehicle(carId, { patterns: ['WVWZZZ1K'] }));
  });
  for await (const record of catalogue.matches(VIN)) {
    expect(carIds([record])).toEqual([1]);
    break;
  }
  let turns = 0;
  const timer = setInterval(() => turns++, 0);
  let seen = 0;
  for await (const _ of catalogue.matches(VIN)) seen++;
  clearInterval(timer);
  expect(seen).toBe(1000);
  expect(turns).toBeGreaterThan(1);
});
