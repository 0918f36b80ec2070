import fc from 'fast-check';
import { expect, test } from 'vitest';
import { oldestLive } from '../../src/quota/rolling-window.ts';
import { windowCases } from './window-cases.ts';

test.each(Object.entries(windowCases))('the window search: %s', (_, { moments, pruned = 0, cutoff, hint, oldest }) => {
  const momentOf = (seq: number) => (seq > pruned ? moments[seq - 1] : undefined);
  expect(oldestLive(momentOf, cutoff, moments.length, hint)).toBe(oldest);
});

/** Timestamps in ascending order, of which the first `pruned` are deleted. */
const history = fc.record({
  gaps: fc.array(fc.nat(3), { maxLength: 60, size: 'max' }),
  pruned: fc.nat(60),
  cutoff: fc.integer({ min: -5, max: 120 }),
  hint: fc.integer({ min: -5, max: 80 }),
});

test('the oldest live consultation is found from any hint for any timestamps', () => {
  fc.assert(
    fc.property(history, ({ gaps, pruned, cutoff, hint }) => {
      let moment = 0;
      const moments = gaps.map((gap) => {
        moment += gap;
        return moment;
      });
      const momentOf = (seq: number) => (seq > pruned ? moments[seq - 1] : undefined);
      const found = oldestLive(momentOf, cutoff, moments.length, hint);
      const index = moments.findIndex((one, at) => at + 1 > pruned && one > cutoff);
      expect(found).toBe(index < 0 ? moments.length + 1 : index + 1);
    }),
    { numRuns: process.env.DEEP ? 100_000 : 3000 },
  );
});

test('with a correct hint, a search among a million consultations takes two look-ups', () => {
  let looks = 0;
  const momentOf = (seq: number) => {
    looks++;
    return seq;
  };
  expect(oldestLive(momentOf, 700_000, 1_000_000, 700_001)).toBe(700_001);
  expect(looks).toBe(2);
  expect(oldestLive(momentOf, 700_000, 1_000_000, 1)).toBe(700_001);
  expect(looks).toBeLessThan(50);
});
