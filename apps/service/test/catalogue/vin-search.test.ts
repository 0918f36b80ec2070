import { join } from 'node:path';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { openCatalogue } from '../../src/catalogue/sqlite-catalogue.ts';
import { createVinSearch } from '../../src/catalogue/vin-search.ts';
import { openDatabase } from '../../src/sqlite/open.ts';
import { carIds, collect, temporaryFolder, vehicle, writeCatalogue } from './catalogues.ts';
import { type Candidate, naiveMatches } from './oracle.ts';

const RUNS = process.env.DEEP ? 3000 : 80;

const text = (characters: string, min: number, max: number) =>
  fc.array(fc.constantFrom(...characters), { minLength: min, maxLength: max }).map((array) => array.join(''));
/** Few characters and two manufacturers, so that much agrees. */
const wmi = fc.constantFrom('WVW', 'WAU');
const pattern = fc.tuple(wmi, text('A1...', 5, 14)).map(([maker, rest]) => maker + rest);
const vin = fc.tuple(wmi, text('A1', 5, 14)).map(([maker, rest]) => maker + rest);
const candidate: fc.Arbitrary<Candidate> = fc.record({
  carId: fc.integer({ min: 1, max: Number.MAX_SAFE_INTEGER }),
  yearFrom: fc.constantFrom(0, 2008, 2009),
  patterns: fc.array(pattern, { maxLength: 4 }),
});
const candidates = fc.uniqueArray(candidate, { selector: ({ carId }) => carId, maxLength: 14 });

test('whole and partial VINs find what a look at every pattern finds, in its order, the first being the first of all', async () => {
  const folder = temporaryFolder();
  let file = 0;
  await fc.assert(
    fc.asyncProperty(candidates, fc.array(vin, { minLength: 10, maxLength: 30 }), async (vehicles, vins) => {
      const path = await writeCatalogue(join(folder, `${file++}.sqlite`), (writer) => {
        for (const { carId, ...given } of vehicles) writer.addVehicle(vehicle(carId, given));
      });
      const catalogue = openCatalogue(path, 'test');
      try {
        // Also every beginning of a VIN that is short enough to be likely to match.
        for (const vin of vins.flatMap((whole) => [whole, whole.slice(0, 8), whole.slice(0, 10)])) {
          const expected = naiveMatches(vehicles, vin);
          expect(carIds(await collect(catalogue.matches(vin))), vin).toEqual(expected);
          const first = await catalogue.firstMatch(vin);
          expect(first === undefined ? [] : carIds([first]), vin).toEqual(expected.slice(0, 1));
        }
      } finally {
        catalogue.close();
      }
    }),
    { numRuns: RUNS },
  );
});

/** Patterns of few masks and few keys, many of which a partial VIN leaves open. */
const crowd = fc.uniqueArray(
  fc.record({
    carId: fc.integer({ min: 1, max: 99 }),
    yearFrom: fc.constantFrom(0, 2008, 2009),
    patterns: fc.array(
      fc.tuple(fc.constantFrom('', '.'), text('A1', 1, 2)).map(([gap, end]) => `WVWAAAAA${gap}${end}`),
      { maxLength: 4 },
    ),
  }),
  { selector: ({ carId }) => carId, maxLength: 14 },
);

test.each([1, 2, 3])(
  'the first of a partial VIN is the same where it is looked for in parts of %i patterns',
  async (part) => {
    const folder = temporaryFolder();
    const beginTurn = vi.fn();
    let file = 0;
    await fc.assert(
      fc.asyncProperty(crowd, async (vehicles) => {
        const path = await writeCatalogue(join(folder, `${file++}.sqlite`), (writer) => {
          for (const { carId, ...given } of vehicles) writer.addVehicle(vehicle(carId, given));
        });
        const db = openDatabase(path, { readOnly: true });
        const { first } = createVinSearch({ db, streams: db, beginTurn, part });
        try {
          for (const vin of ['WVWAAAAA', 'WVWAAAAAA', 'WVWAAAAA1A', 'WVWAAAAA1AAA', 'WVWAAAAA1A1111111']) {
            expect(await first(vin, () => false), vin).toBe(naiveMatches(vehicles, vin)[0]);
          }
        } finally {
          db.close();
        }
      }),
      { numRuns: RUNS },
    );
    expect(beginTurn).toHaveBeenCalled();
  },
);

const search = async (vehicles: Candidate[], vin: string): Promise<number[]> => {
  const path = await writeCatalogue(join(temporaryFolder(), 'c.sqlite'), (writer) => {
    for (const { carId, ...given } of vehicles) writer.addVehicle(vehicle(carId, given));
  });
  const catalogue = openCatalogue(path, 'test');
  const found = carIds(await collect(catalogue.matches(vin)));
  catalogue.close();
  return found;
};

test('the most specific pattern goes before a later year, that before a lower carId', async () => {
  const vehicles = [
    { carId: 1, yearFrom: 2020, patterns: ['WVWZZZ1K'] },
    { carId: 2, yearFrom: 2008, patterns: ['WVWZZZ1K.A'] },
    { carId: 3, yearFrom: 2009, patterns: ['WVWZZZ1K..W'] },
    { carId: 4, yearFrom: 2020, patterns: ['WVWZZZ1K'] },
  ];
  expect(await search(vehicles, 'WVWZZZ1KZAW000001')).toEqual([3, 2, 1, 4]);
});

test('a vehicle that several patterns find comes once, at the rank of its most specific one', async () => {
  const vehicles = [
    { carId: 1, yearFrom: 2020, patterns: ['WVWZZZ1K.'] },
    { carId: 2, yearFrom: 2008, patterns: ['WVW.....', 'WVWZZZ1K', 'WVWZZZ1K.A'] },
  ];
  expect(await search(vehicles, 'WVWZZZ1KZAW000001')).toEqual([2, 1]);
});

test('trailing wildcards make a pattern no more specific', async () => {
  const vehicles = [
    { carId: 1, yearFrom: 2008, patterns: ['WVWZZZ1K.........'] },
    { carId: 2, yearFrom: 2009, patterns: ['WVWZZZ1K'] },
  ];
  expect(await search(vehicles, 'WVWZZZ1KZAW000001')).toEqual([2, 1]);
});

test('a partial VIN finds patterns that are longer than it, and nothing that contradicts it', async () => {
  const vehicles = [
    { carId: 1, yearFrom: 0, patterns: ['WVWZZZ1KZAW000001'] },
    { carId: 2, yearFrom: 0, patterns: ['WVWZZZ1L'] },
    { carId: 3, yearFrom: 0, patterns: ['WVWZZZ...AX'] },
  ];
  expect(await search(vehicles, 'WVWZZZ1K')).toEqual([1, 3]);
  expect(await search(vehicles, 'WVWZZZ1KZAW')).toEqual([1]);
});

test('an unknown manufacturer has no match', async () => {
  expect(await search([{ carId: 1, yearFrom: 0, patterns: ['WVWZZZ1K'] }], 'ZZZZZZ1KZAW000001')).toEqual([]);
});
