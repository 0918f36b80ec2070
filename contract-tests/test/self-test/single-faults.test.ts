import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { type Lane, lanes, measureLane, shareOf, singleFaults } from '../../src/self-test/single-fault-score.ts';
import { shortLanes, singleFaultText } from '../../src/self-test/single-fault-text.ts';
import { requestFaults, type SingleFault } from '../../src/self-test/single-faults.ts';
import { successFaults } from '../../src/self-test/success-faults.ts';

test('every kind of fault is possible in every operation that takes its parameter', () => {
  expect(requestFaults).toHaveLength(68);
  expect(successFaults).toHaveLength(60);
  expect(new Set(singleFaults.map(({ name }) => name)).size).toBe(singleFaults.length);
});

const sampleOf = (faults: readonly SingleFault[]) => faults.filter((_, index) => index % 12 === 0);

/** A share that is almost all holds for any sample; of a small share a sample says nothing. */
function faultsFor({ least }: Lane): readonly SingleFault[] {
  if (process.env.DEEP) return singleFaults;
  return [...sampleOf(successFaults), ...(least.request < 0.95 ? requestFaults : sampleOf(requestFaults))];
}

test('the README states the least shares', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const row = (title: string) => readme.match(new RegExp(`\\| ${title} +\\|(.*)\\|`))?.[1]?.match(/\d+(?= %)/g);
  const percent = (shownBy: keyof Lane['least']) => lanes.map(({ least }) => String(100 * least[shownBy]));
  expect(row('a success shows')).toEqual(percent('success'));
  expect(row('need a request of their own')).toEqual(percent('request'));
});

test.each(lanes)('$profile in $runs runs finds faults of single operations', { timeout: 600_000 }, async (lane) => {
  const results = await measureLane(lane, faultsFor(lane));
  console.log(singleFaultText([{ lane, results }]));
  expect(shortLanes([{ lane, results }])).toEqual([]);
});

test('a lane that finds too little is named with what it has not found', () => {
  const [lane, ...others] = lanes;
  if (!lane || others.length === 0) throw new Error('there are no lanes');
  const results = singleFaults.map((fault, index) => ({ fault, foundBy: index === 0 ? undefined : 1 }));
  expect(shareOf(results)).toBeCloseTo(127 / 128);
  expect(shortLanes([{ lane, results }])).toHaveLength(1);
  const text = singleFaultText([{ lane, results }]);
  expect(text).toMatch(/^a success shows it +live\n {2}status 201 +9 of 10\n/);
  expect(text).toContain(
    'not found by lanes that find too little:\n  live × 1: a service that answers a good request with 201',
  );
});
