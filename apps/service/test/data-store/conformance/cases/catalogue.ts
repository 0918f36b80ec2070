import { expect } from 'vitest';
import type { Cases } from '../case.ts';
import { allMatches, brand, carIds, collect, model, openCatalogueOf, VIN, variant, vehicle } from '../catalogue.ts';

export const cases: Cases = {
  'records come back as the JSON text of what was written': async (newDataStore) => {
    const record = { carId: 7, make: 'Лада "Нива"\n', year: '', kwPowerFrom: 103.5 };
    const catalogue = await openCatalogueOf(await newDataStore(), [vehicle(7, { record, patterns: ['WVWZZZ1K'] })]);
    expect(await catalogue.vehicle(7)).toBe(JSON.stringify(record));
    expect(await catalogue.firstMatch(VIN)).toBe(JSON.stringify(record));
    expect(catalogue.version).toMatch(/./);
  },

  'the entries of a vehicle keep their order; without entries the list is empty, an unknown vehicle has none': async (
    newDataStore,
  ) => {
    const fluids = [{ n: 2 }, { n: 1 }, { n: 2 }];
    const catalogue = await openCatalogueOf(await newDataStore(), [
      vehicle(1, { fluids, oemParts: [{ p: 1 }], repairTimes: [{ t: 1 }] }),
      vehicle(2),
    ]);
    const lists = ['fluids', 'oemParts', 'repairTimes'] as const;
    const listsOf = (carId: number) => Promise.all(lists.map((list) => catalogue.list(list, carId)));
    expect(await listsOf(1)).toEqual([['{"n":2}', '{"n":1}', '{"n":2}'], ['{"p":1}'], ['{"t":1}']]);
    expect(await listsOf(2)).toEqual([[], [], []]);
    expect(await listsOf(3)).toEqual([undefined, undefined, undefined]);
    expect(await catalogue.vehicle(3)).toBeUndefined();
  },

  'a list of any length is read as it was written': async (newDataStore) => {
    const lengths = [1, 15, 16, 17, 32, 33, 100];
    const listOf = (length: number) => Array.from({ length }, (_, n) => ({ n }));
    const vehicles = lengths.map((length) => vehicle(length, { fluids: listOf(length) }));
    const catalogue = await openCatalogueOf(await newDataStore(), vehicles);
    for (const length of lengths) {
      expect(await catalogue.list('fluids', length)).toEqual(listOf(length).map((entry) => JSON.stringify(entry)));
    }
  },

  'signs that a database or a shell gives a meaning are only signs': async (newDataStore) => {
    const entries = [brand('audi'), model('audi', 'a'), variant('audi', 'a', {})];
    const catalogue = await openCatalogueOf(await newDataStore(), [...entries, vehicle(1, { patterns: ['WVWZZZ1K'] })]);
    for (const text of [
      '%',
      '_udi',
      '*',
      'aud?',
      '[a]udi',
      "audi' or '1'='1",
      "'; drop table brand; --",
      '$(id)',
      '..',
    ]) {
      expect(await catalogue.models(text), text).toBeUndefined();
      expect(await catalogue.variants('audi', text), text).toBeUndefined();
      expect(await catalogue.firstMatch(text), text).toBeUndefined();
    }
    expect(await catalogue.models('audi')).toHaveLength(1);
  },

  'the largest carId is found': async (newDataStore) => {
    const carId = Number.MAX_SAFE_INTEGER;
    const catalogue = await openCatalogueOf(await newDataStore(), [vehicle(carId, { patterns: ['WVWZZZ1K'] })]);
    expect(carIds([(await catalogue.firstMatch(VIN)) ?? ''])).toEqual([carId]);
  },

  'engines of all matches come once each, those of the best match first': async (newDataStore) => {
    const catalogue = await openCatalogueOf(await newDataStore(), [
      vehicle(1, { patterns: ['WVWZZZ1K'], engines: [{ code: 'B' }, { code: 'A' }] }),
      vehicle(2, { patterns: ['WVWZZZ1K.A'], engines: [{ code: 'C' }, { code: 'B' }] }),
      vehicle(3, { patterns: ['WVWZZZ2K'] }),
    ]);
    expect((await collect(catalogue.engines(VIN))).flat()).toEqual(['{"code":"C"}', '{"code":"B"}', '{"code":"A"}']);
    expect(await collect(catalogue.engines('WVWZZZ2K'))).toEqual([[]]);
    expect(await collect(catalogue.engines('WVWZZZ3K'))).toEqual([]);
  },

  'brands and models come by slug, in whatever order they were written': async (newDataStore) => {
    const catalogue = await openCatalogueOf(await newDataStore(), [
      model('audi', 'b', 'B'),
      model('audi', 'a', 'A'),
      brand('volkswagen', 'Volkswagen'),
      brand('audi', 'Audi'),
    ]);
    expect(await catalogue.brands()).toEqual([
      '{"name":"Audi","slug":"audi"}',
      '{"name":"Volkswagen","slug":"volkswagen"}',
    ]);
    expect(await catalogue.models('audi')).toEqual(['{"name":"A","slug":"a"}', '{"name":"B","slug":"b"}']);
    expect(await catalogue.models('volkswagen')).toEqual([]);
    expect(await catalogue.models('opel')).toBeUndefined();
  },

  'a brand and a model are found by slug or display name, in any case and Unicode form': async (newDataStore) => {
    const catalogue = await openCatalogueOf(await newDataStore(), [
      brand('skoda', 'Škoda'),
      model('skoda', 'octavia-iii', 'Octavia III'),
      variant('skoda', 'octavia-iii', { typeName: '2' }),
      variant('skoda', 'octavia-iii', { typeName: '1' }),
    ]);
    for (const name of ['skoda', 'SKODA', ' Skoda ', 'Škoda', 'ŠKODA', 'S\u030CKODA']) {
      expect(await catalogue.models(name), name).toHaveLength(1);
      for (const model of ['octavia-iii', 'OCTAVIA-III', 'octavia iii', 'Octavia Ⅲ']) {
        expect(await catalogue.variants(name, model), model).toEqual(['{"typeName":"2"}', '{"typeName":"1"}']);
      }
    }
    expect(await catalogue.variants('skoda', 'octavia')).toBeUndefined();
    expect(await catalogue.variants('opel', 'octavia-iii')).toBeUndefined();
  },

  'a slug goes before a display name that reads the same, and among equal names the first slug counts': async (
    newDataStore,
  ) => {
    const slugs = ['bmw-mini', 'mini', 'twin-b', 'twin-a'];
    const names = ['Mini', 'Rover Mini', 'Twin', 'TWIN'];
    const brands = slugs.map((slug, index) => brand(slug, names[index]));
    const models = slugs.map((slug) => model(slug, 'm', slug));
    const catalogue = await openCatalogueOf(await newDataStore(), [...brands, ...models]);
    expect(await catalogue.models('MINI')).toEqual(['{"name":"mini","slug":"m"}']);
    expect(await catalogue.models('twin')).toEqual(['{"name":"twin-a","slug":"m"}']);
  },

  'streams at the same time, one of them broken off, do not disturb each other': async (newDataStore) => {
    const ids = Array.from({ length: 300 }, (_, i) => i + 1);
    const patterns = ['WVWZZZ1K', 'WVWZZZ...A'];
    const catalogue = await openCatalogueOf(
      await newDataStore(),
      ids.map((carId) => vehicle(carId, { patterns })),
    );
    const brokenOff = catalogue.matches(VIN)[Symbol.asyncIterator]();
    await brokenOff.next();
    const streams = Promise.all(Array.from({ length: 5 }, () => allMatches(catalogue)));
    await brokenOff.return?.();
    for (const stream of await streams) expect(stream).toEqual(ids);
    expect(await allMatches(catalogue)).toEqual(ids);
  },

  'a long stream yields to other requests': async (newDataStore) => {
    const vehicles = Array.from({ length: 1000 }, (_, i) => vehicle(i + 1, { patterns: ['WVWZZZ1K'] }));
    const catalogue = await openCatalogueOf(await newDataStore(), vehicles);
    let [turns, hasEnded] = [0, false];
    const count = () => {
      turns++;
      if (!hasEnded) setImmediate(count);
    };
    setImmediate(count);
    expect(await allMatches(catalogue)).toHaveLength(1000);
    hasEnded = true;
    expect(turns).toBeGreaterThan(1);
  },

  'a search stops once the client has disconnected': async (newDataStore) => {
    const vehicles = Array.from({ length: 1000 }, (_, i) =>
      vehicle(i + 1, { patterns: ['WVWZZZ1K'], engines: [{ i }] }),
    );
    const catalogue = await openCatalogueOf(await newDataStore(), vehicles);
    expect(await collect(catalogue.matches(VIN, () => true))).toEqual([]);
    expect(await collect(catalogue.engines(VIN, () => true))).toEqual([]);
    let checks = 0;
    expect((await collect(catalogue.engines(VIN, () => ++checks > 100))).length).toBeLessThan(1000);
  },
};
