import fc from 'fast-check';
import { expect } from 'vitest';
import type { VehicleEntry } from '../../../../src/catalogue/catalogue-entry.ts';
import type { Cases, NewDataStore } from '../case.ts';
import { allMatches, carIds, openSource, publish, VIN, vehicle } from '../catalogue.ts';
import { naiveMatches } from '../naive-matches.ts';

const RUNS = process.env.DEEP ? 600 : 15;

const text = (characters: string, min: number, max: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: min, maxLength: max }).map((array) => array.join(''));
/** Few characters and two manufacturers, so that many patterns match. */
const wmi = fc.constantFrom('WVW', 'WAU');
const pattern = fc
  .tuple(wmi, text('A1...', 5, 14), fc.constantFrom('', '', '?'))
  .map(([maker, rest, fallback]) => maker + rest + fallback);
const vin = fc.tuple(wmi, text('A1', 5, 14)).map(([maker, rest]) => maker + rest);
const vehicles: fc.Arbitrary<VehicleEntry[]> = fc
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

export const cases: Cases = {
  'whole and partial VINs find the same as a look at every pattern, and the first match is the first of all': async (
    newDataStore,
  ) => {
    const store = await newDataStore();
    await fc.assert(
      fc.asyncProperty(vehicles, fc.array(vin, { minLength: 20, maxLength: 60 }), async (vehicles, vins) => {
        await publish(store, vehicles);
        const source = await store.catalogues.openSource();
        await source.use(async (catalogue) => {
          // Also the beginnings of a VIN that are short enough to match something.
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

  'the most specific pattern goes before a later year, that before a lower carId': async (newDataStore) => {
    const vehicles = [
      vehicle(1, { year: '2020', patterns: ['WVWZZZ1K'] }),
      vehicle(2, { year: '2008', patterns: ['WVWZZZ1K.A'] }),
      vehicle(3, { year: '2009', patterns: ['WVWZZZ1K..W'] }),
      vehicle(4, { year: '2020', patterns: ['WVWZZZ1K'] }),
    ];
    expect(await matchesIn(newDataStore, vehicles)).toEqual([3, 2, 1, 4]);
  },

  'a vehicle that several patterns find comes once, at the rank of its most specific one': async (newDataStore) => {
    const vehicles = [
      vehicle(1, { year: '2020', patterns: ['WVWZZZ1K.'] }),
      vehicle(2, { year: '2008', patterns: ['WVW.....', 'WVWZZZ1K', 'WVWZZZ1K.A'] }),
    ];
    expect(await matchesIn(newDataStore, vehicles)).toEqual([2, 1]);
  },

  'trailing wildcards make a pattern no more specific': async (newDataStore) => {
    const vehicles = [
      vehicle(1, { year: '2008', patterns: ['WVWZZZ1K.........'] }),
      vehicle(2, { year: '2009', patterns: ['WVWZZZ1K'] }),
    ];
    expect(await matchesIn(newDataStore, vehicles)).toEqual([2, 1]);
  },

  'a partial VIN finds patterns that are longer, and nothing that contradicts it': async (newDataStore) => {
    const vehicles = [
      vehicle(1, { patterns: [VIN] }),
      vehicle(2, { patterns: ['WVWZZZ1L'] }),
      vehicle(3, { patterns: ['WVWZZZ...AX'] }),
    ];
    expect(await matchesIn(newDataStore, vehicles, 'WVWZZZ1K')).toEqual([1, 3]);
    expect(await matchesIn(newDataStore, vehicles, 'WVWZZZ1KZAW')).toEqual([1]);
  },

  'a fallback matches only what no other pattern matches, and no more specific fallback': async (newDataStore) => {
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
