import fc from 'fast-check';
import { expect } from 'vitest';
import type { VehicleEntry } from '../../../../src/catalogue/catalogue-entry.ts';
import type { Cases, NewDataStore } from '../case.ts';
import {
  allMatches,
  brand,
  carIds,
  collect,
  model,
  openCatalogueOf,
  openSource,
  publish,
  VIN,
  variant,
  vehicle,
} from '../catalogue.ts';
import { naiveMatches } from '../naive-matches.ts';

export const catalogue: Cases = {
  'records are read as the JSON that was written': async (newDataStore) => {
    const record = { carId: 7, make: 'Лада "Нива"\n', year: '', kwPowerFrom: 103.5 };
    const catalogue = await openCatalogueOf(await newDataStore(), [vehicle(7, { record, patterns: ['WVWZZZ1K'] })]);
    expect(await catalogue.vehicle(7)).toBe(JSON.stringify(record));
    expect(await catalogue.firstMatch(VIN)).toBe(JSON.stringify(record));
    expect(catalogue.version).toMatch(/./);
  },

  'list entries keep their order; a list without entries is empty, and an unknown vehicle has no list': async (
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

  'a list of any length is read unchanged': async (newDataStore) => {
    const lengths = [1, 15, 16, 17, 32, 33, 100];
    const listOf = (length: number) => Array.from({ length }, (_, n) => ({ n }));
    const vehicles = lengths.map((length) => vehicle(length, { fluids: listOf(length) }));
    const catalogue = await openCatalogueOf(await newDataStore(), vehicles);
    for (const length of lengths) {
      expect(await catalogue.list('fluids', length)).toEqual(listOf(length).map((entry) => JSON.stringify(entry)));
    }
  },

  'characters that are special in databases or shells have no special meaning': async (newDataStore) => {
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

  'each engine of all matches is returned once, and the engines of the best match come first': async (newDataStore) => {
    const catalogue = await openCatalogueOf(await newDataStore(), [
      vehicle(1, { patterns: ['WVWZZZ1K'], engines: [{ code: 'B' }, { code: 'A' }] }),
      vehicle(2, { patterns: ['WVWZZZ1K.A'], engines: [{ code: 'C' }, { code: 'B' }] }),
      vehicle(3, { patterns: ['WVWZZZ2K'] }),
    ]);
    expect((await collect(catalogue.engines(VIN))).flat()).toEqual(['{"code":"C"}', '{"code":"B"}', '{"code":"A"}']);
    expect(await collect(catalogue.engines('WVWZZZ2K'))).toEqual([[]]);
    expect(await collect(catalogue.engines('WVWZZZ3K'))).toEqual([]);
  },

  'brands and models are sorted by slug': async (newDataStore) => {
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

  'a brand or a model is found by slug or display name, case-insensitively and in every Unicode form': async (
    newDataStore,
  ) => {
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

  'a slug takes precedence over an equal display name, and equal names select the first slug': async (newDataStore) => {
    const slugs = ['bmw-mini', 'mini', 'twin-b', 'twin-a'];
    const names = ['Mini', 'Rover Mini', 'Twin', 'TWIN'];
    const brands = slugs.map((slug, index) => brand(slug, names[index]));
    const models = slugs.map((slug) => model(slug, 'm', slug));
    const catalogue = await openCatalogueOf(await newDataStore(), [...brands, ...models]);
    expect(await catalogue.models('MINI')).toEqual(['{"name":"mini","slug":"m"}']);
    expect(await catalogue.models('twin')).toEqual(['{"name":"twin-a","slug":"m"}']);
  },

  'concurrent streams do not affect each other, even if a stream is aborted': async (newDataStore) => {
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

  'other requests continue during a long stream': async (newDataStore) => {
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

  'a search stops after the client has disconnected': async (newDataStore) => {
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

const vehiclesWith = (...ids: number[]) => ids.map((carId) => vehicle(carId, { patterns: ['WVWZZZ1K'] }));

export const catalogueSource: Cases = {
  'every request fails without a catalogue, and the first catalogue is detected': async (newDataStore) => {
    const store = await newDataStore();
    const source = await openSource(store);
    expect(await store.catalogues.currentVersion()).toBeUndefined();
    await expect(source.use((catalogue) => catalogue.brands())).rejects.toThrow(
      'no catalogue is current. Run `import FILE`',
    );
    const version = await publish(store, vehiclesWith(1));
    await expect.poll(() => source.use(async (catalogue) => catalogue.version).catch(String)).toBe(version);
    expect(await source.use(allMatches)).toEqual([1]);
    expect(await store.catalogues.currentVersion()).toBe(version);
  },

  'a streamed response keeps its version, while new responses use the new version': async (newDataStore) => {
    const store = await newDataStore();
    const old = Array.from({ length: 500 }, (_, i) => i + 1);
    await publish(store, vehiclesWith(...old));
    const source = await openSource(store);
    const stream = await source.use(async (catalogue) => {
      const records: string[] = [];
      for await (const record of catalogue.matches(VIN)) {
        records.push(record);
        if (records.length > 1) continue;
        await publish(store, vehiclesWith(7));
        await expect.poll(() => source.use(allMatches), { timeout: 5000 }).toEqual([7]);
      }
      return carIds(records);
    });
    expect(stream).toEqual(old);
    expect(await source.use(allMatches)).toEqual([7]);
  },

  'closing waits for running work and rejects new work': async (newDataStore) => {
    const store = await newDataStore();
    await publish(store, vehiclesWith(1, 2));
    const source = await store.catalogues.openSource();
    const events: string[] = [];
    let closing: Promise<unknown> = Promise.resolve();
    const matches = await source.use(async (catalogue) => {
      closing = source.close().then(() => events.push('closed'));
      const found = await allMatches(catalogue);
      events.push('found');
      return found;
    });
    await closing;
    expect(matches).toEqual([1, 2]);
    expect(events).toEqual(['found', 'closed']);
    await expect(source.use(allMatches)).rejects.toThrow('closed');
  },
};

const RUNS = process.env.DEEP ? 600 : 15;

const text = (characters: string, min: number, max: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: min, maxLength: max }).map((array) => array.join(''));
/** Patterns have few characters and two manufacturers, so that many patterns match. */
const wmi = fc.constantFrom('WVW', 'WAU');
const pattern = fc
  .tuple(wmi, text('A1...', 5, 14), fc.constantFrom('', '', '?'))
  .map(([maker, rest, fallback]) => maker + rest + fallback);
const vin = fc.tuple(wmi, text('A1', 5, 14)).map(([maker, rest]) => maker + rest);
const anyVehicles: fc.Arbitrary<VehicleEntry[]> = fc
  .uniqueArray(
    fc.record({
      carId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
      year: fc.constantFrom('', '2008', '2009'),
      patterns: fc.array(pattern, { maxLength: 4 }),
    }),
    { selector: ({ carId }) => carId, minLength: 5, maxLength: 40 },
  )
  .map((all) => all.map(({ carId, ...given }) => vehicle(carId, given)));

async function matchesIn(newDataStore: NewDataStore, vehicles: VehicleEntry[], vin = VIN): Promise<number[]> {
  const store = await newDataStore();
  await publish(store, vehicles);
  return (await openSource(store)).use((catalogue) => allMatches(catalogue, vin));
}

export const vinMatches: Cases = {
  'a search for a whole or partial VIN finds the same vehicles as a check of every pattern': async (newDataStore) => {
    const store = await newDataStore();
    await fc.assert(
      fc.asyncProperty(anyVehicles, fc.array(vin, { minLength: 20, maxLength: 60 }), async (vehicles, vins) => {
        await publish(store, vehicles);
        const source = await store.catalogues.openSource();
        await source.use(async (catalogue) => {
          // Prefixes of a VIN are short enough to match patterns.
          for (const vin of vins.flatMap((whole) => [whole, whole.slice(0, 8), whole.slice(0, 10)])) {
            const expected = naiveMatches(vehicles, vin);
            expect(await allMatches(catalogue, vin), vin).toEqual(expected);
            const first = await catalogue.firstMatch(vin);
            expect(first === undefined ? [] : carIds([first]), vin).toEqual(expected.slice(0, 1));
          }
        });
        await source.close();
      }),
      { numRuns: RUNS },
    );
  },

  'matches are ordered by pattern specificity, then by later year, then by lower carId': async (newDataStore) => {
    const vehicles = [
      vehicle(1, { year: '2020', patterns: ['WVWZZZ1K'] }),
      vehicle(2, { year: '2008', patterns: ['WVWZZZ1K.A'] }),
      vehicle(3, { year: '2009', patterns: ['WVWZZZ1K..W'] }),
      vehicle(4, { year: '2020', patterns: ['WVWZZZ1K'] }),
    ];
    expect(await matchesIn(newDataStore, vehicles)).toEqual([3, 2, 1, 4]);
  },

  'a vehicle with several matching patterns is returned once, ranked by the most specific pattern': async (
    newDataStore,
  ) => {
    const vehicles = [
      vehicle(1, { year: '2020', patterns: ['WVWZZZ1K.'] }),
      vehicle(2, { year: '2008', patterns: ['WVW.....', 'WVWZZZ1K', 'WVWZZZ1K.A'] }),
    ];
    expect(await matchesIn(newDataStore, vehicles)).toEqual([2, 1]);
  },

  'trailing wildcards do not make a pattern more specific': async (newDataStore) => {
    const vehicles = [
      vehicle(1, { year: '2008', patterns: ['WVWZZZ1K.........'] }),
      vehicle(2, { year: '2009', patterns: ['WVWZZZ1K'] }),
    ];
    expect(await matchesIn(newDataStore, vehicles)).toEqual([2, 1]);
  },

  'a partial VIN matches longer patterns, but not patterns that contradict it': async (newDataStore) => {
    const vehicles = [
      vehicle(1, { patterns: [VIN] }),
      vehicle(2, { patterns: ['WVWZZZ1L'] }),
      vehicle(3, { patterns: ['WVWZZZ...AX'] }),
    ];
    expect(await matchesIn(newDataStore, vehicles, 'WVWZZZ1K')).toEqual([1, 3]);
    expect(await matchesIn(newDataStore, vehicles, 'WVWZZZ1KZAW')).toEqual([1]);
  },

  'a fallback matches only VINs without another matching pattern or a more specific fallback': async (newDataStore) => {
    const vehicles = [
      vehicle(1, { patterns: ['WVWZZZ1K?'] }),
      vehicle(2, { patterns: ['WVWZZZ1.?'] }),
      vehicle(3, { patterns: ['WVW......AX'] }),
    ];
    expect(await matchesIn(newDataStore, vehicles, 'WVWZZZ1KZAX000001')).toEqual([3]);
    expect(await matchesIn(newDataStore, vehicles, 'WVWZZZ1KZAW000001')).toEqual([1]);
    expect(await matchesIn(newDataStore, vehicles, 'WVWZZZ1LZAW000001')).toEqual([2]);
  },

  'an unknown manufacturer has no match': async (newDataStore) => {
    const vehicles = [vehicle(1, { patterns: ['WVWZZZ1K'] })];
    expect(await matchesIn(newDataStore, vehicles, 'ZZZZZZ1KZAW000001')).toEqual([]);
  },
};
