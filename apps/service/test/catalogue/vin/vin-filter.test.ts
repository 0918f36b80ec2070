import fc from 'fast-check';
import { expect, test } from 'vitest';
import { createCatalogueWriter, openForWriting } from '../../../src/catalogue/draft/catalogue-writer.ts';
import { FILTER_TABLE, readVinFilter } from '../../../src/catalogue/vin/vin-filter.ts';
import { maskBits, maskOf } from '../../../src/catalogue/vin/vin-mask.ts';
import { createVinSearch } from '../../../src/catalogue/vin/vin-search.ts';
import { vehicle } from '../../data-store/conformance/catalogue.ts';

const RUNS = process.env.DEEP ? 1000 : 50;

/** Returns a finished catalogue of vehicles with these patterns, with up to a hundred patterns per vehicle. */
async function catalogueOf(patterns: string[]) {
  const db = openForWriting('');
  const writer = createCatalogueWriter(db);
  for (let i = 0; i < patterns.length; i += 100) {
    writer.add(vehicle(i + 1, { patterns: patterns.slice(i, i + 100) }));
  }
  writer.finish();
  return db;
}

const passes = (filter: ReturnType<typeof readVinFilter>, text: string): boolean => {
  const bits = maskBits(text);
  return filter(bits, maskOf(bits).key(text));
};

const character = fc.constantFrom(...'ABCDEFGHJKLMNPRSTUVWXYZ0123456789');
const wild = fc.oneof(character, fc.constant('.'));
const pattern = fc
  .tuple(fc.array(character, { minLength: 5, maxLength: 5 }), fc.array(wild, { minLength: 3, maxLength: 12 }))
  .map(([start, end]) => ['WVW', ...start, ...end].join('').slice(0, 17));

test('a filter accepts every pattern in its catalogue', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uniqueArray(pattern, { minLength: 1, maxLength: 60 }), async (patterns) => {
      const db = await catalogueOf(patterns);
      try {
        const filter = readVinFilter(db);
        expect(patterns.filter((pattern) => !passes(filter, pattern))).toEqual([]);
      } finally {
        db.close();
      }
    }),
    { numRuns: RUNS },
  );
});

test('a filter accepts fewer than 2 % of other patterns, with the same mask or with a different mask', async () => {
  const numbered = (start: string, i: number) => `${start}${String(i).padStart(6, '0')}`;
  const total = 20_000;
  const db = await catalogueOf(Array.from({ length: total }, (_, i) => numbered('WVWAA', i)));
  const filter = readVinFilter(db);
  for (const start of ['WVWAB', 'WVWA.']) {
    const passed = Array.from({ length: total }, (_, i) => numbered(start, i)).filter((text) => passes(filter, text));
    expect(passed.length / total, start).toBeLessThan(0.02);
  }
  db.close();
});

test('a catalogue from an earlier release works without a filter', async () => {
  const db = await catalogueOf(['WVWZZZ1K']);
  db.exec(`drop table ${FILTER_TABLE}`);
  const search = createVinSearch({ db, streams: db, beginTurn: () => undefined });
  expect(await search.first('WVWZZZ1KZAW000001', () => false)).toBe(1);
  db.close();
});

test('a catalogue without patterns has a filter that rejects every VIN', async () => {
  const db = await catalogueOf([]);
  expect(passes(readVinFilter(db), 'WVWZZZ1K')).toBe(false);
  db.close();
});

test('the stored format of a filter does not change between releases', async () => {
  const db = await catalogueOf(['WVWZZZ1K', 'WVWZZZ1K.A', 'WVWZZZ2K', '1FTFW1E5', '3GNKDCRJ']);
  expect(db.prepare(`select hex(words) as words from ${FILTER_TABLE}`).get()).toEqual({
    words: '00204000010000149120C888',
  });
  db.close();
});
