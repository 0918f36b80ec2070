import { expect, test } from 'vitest';
import type { Profile } from '../../src/plan/profile.ts';
import { measureSingleFaults, sharesOf } from '../../src/self-test/single-fault-score.ts';
import { singleFaults } from '../../src/self-test/single-faults.ts';

test('every kind of fault is possible in every operation that takes its parameter', () => {
  expect(singleFaults).toHaveLength(68);
});

/** The least share of the faults that is found at its place, with its clause, and fails the run. */
const single: [profile: Profile, runs: number, least: number][] = [
  ['live', 1, 0.18],
  ['full', 1, 0.6],
];

test.each(single)(
  '%s in %i runs finds faults that one operation alone has, and that need a request of their own',
  { timeout: 3_600_000 },
  async (profile, runs, least) => {
    const { all, kinds } = sharesOf(await measureSingleFaults(profile, runs));
    console.log(
      `${profile}, ${runs} runs: ${(100 * all).toFixed(1)} %: ${[...kinds].map((own) => own.join(' ')).join(', ')}`,
    );
    expect(all).toBeGreaterThanOrEqual(least);
  },
);
