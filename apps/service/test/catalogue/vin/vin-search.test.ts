import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createCatalogueWriter, openForWriting } from '../../../src/catalogue/draft/catalogue-writer.ts';
import { createVinSearch } from '../../../src/catalogue/vin/vin-search.ts';
import { vehicle } from '../../data-store/conformance/catalogue.ts';
import { naiveMatches } from '../../data-store/conformance/naive-matches.ts';

const RUNS = process.env.DEEP ? 3000 : 80;

const ending = fc.array(fc.constantFrom('A', '1'), { minLength: 1, maxLength: 2 }).map((array) => array.join(''));

/** Vehicles whose patterns have few masks and few keys, so that a partial VIN matches many patterns. */
const crowd = fc.uniqueArray(
  fc.record({
    carId: fc.integer({ min: 1, max: 99 }),
    year: fc.constantFrom('', '2008', '2009'),
    patterns: fc.array(
      fc.tuple(fc.constantFrom('', '.'), ending).map(([gap, end]) => `WVWAAAAA${gap}${end}`),
      { maxLength: 4 },
    ),
  }),
  { selector: ({ carId }) => carId, maxLength: 14 },
);

test.each([1, 2, 3])(
  'the first match for a partial VIN does not depend on the number of patterns read at a time (%i)',
  async (part) => {
    const beginTurn = vi.fn();
    await fc.assert(
      fc.asyncProperty(crowd, async (crowd) => {
        const vehicles = crowd.map(({ carId, ...given }) => vehicle(carId, given));
        const db = openForWriting('');
        const writer = createCatalogueWriter(db);
        for (const entry of vehicles) writer.add(entry);
        writer.finish();
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
