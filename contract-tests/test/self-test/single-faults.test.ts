import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { operationTable } from '@vehicle-lookup/contract';
import { expect, test } from 'vitest';
import {
  measureRunMode,
  type RunMode,
  runModes,
  shareOf,
  singleFaults,
} from '../../self-test/single-faults/single-fault-score.ts';
import { insufficient, singleFaultText } from '../../self-test/single-faults/single-fault-text.ts';
import { requestFaults, type SingleFault, successFaults } from '../../self-test/single-faults/single-faults.ts';
import { groupBy } from '../../src/group-by.ts';

const { operations } = operationTable;
const kindsOf = (faults: readonly SingleFault[]) => groupBy(faults, ({ kind }) => kind);

test.each([...kindsOf(singleFaults)])(
  'the fault "%s" exists for every operation in which it is possible',
  (kind, own) => {
    const parameter = kind.includes('VIN') ? 'vin' : /^missing (\w+)$/.exec(kind)?.[1];
    const possible = operations.filter(({ parameters }) => parameter === undefined || parameter in parameters);
    expect(own.map(({ operation }) => operation)).toEqual(possible.map(({ id }) => id));
  },
);

test('the kinds of faults are missing parameters and the kinds that are listed here', () => {
  const known = (faults: readonly SingleFault[]) =>
    [...kindsOf(faults).keys()].filter((kind) => !kind.startsWith('missing '));
  expect(known(successFaults)).toEqual([
    'status 201',
    'text/html',
    'cut JSON',
    'no data',
    'text for true',
    'other payload',
  ]);
  expect(known(requestFaults)).toEqual([
    ...['wrong user', 'absent user', 'wrong key', 'absent key'],
    ...['short VIN', 'long VIN', 'VIN with I', 'VIN with O', 'VIN with Q', 'unknown VIN'],
  ]);
});

test('there is a fault for every missing parameter', () => {
  const names = new Set(operations.flatMap(({ parameters }) => Object.keys(parameters)));
  const kinds = [...kindsOf(requestFaults).keys()];
  expect(names.size).toBeGreaterThan(0);
  expect(kinds).toEqual(expect.arrayContaining([...names].map((name) => `missing ${name}`)));
});

/** Returns one fault of every kind, each in a different operation from the previous fault. */
const sampleOf = (faults: readonly SingleFault[]) =>
  [...kindsOf(faults).values()].flatMap((own, index) => own[index % own.length] ?? []);

/** Returns the faults to measure. A sample is sufficient only for a share close to 100 %. */
function faultsFor({ least }: RunMode): readonly SingleFault[] {
  if (process.env.DEEP) return singleFaults;
  return [...sampleOf(successFaults), ...(least.request < 0.95 ? [] : sampleOf(requestFaults))];
}

test('the README states the minimum shares', () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const row = (title: string) => readme.match(new RegExp(`\\| ${title} +\\|(.*)\\|`))?.[1]?.match(/\d+(?= %)/g);
  const percent = (shownBy: keyof RunMode['least']) =>
    runModes.map(({ least }) => String(Math.round(100 * least[shownBy])));
  expect(row('every success')).toEqual(percent('success'));
  expect(row('only special requests')).toEqual(percent('request'));
});

/** The measured modes. The longest runs are measured only with DEEP. */
const measuredModes = process.env.DEEP ? runModes : runModes.filter(({ profile }) => profile !== 'deep');

test.each(measuredModes)(
  '$profile finds the required share of single-operation faults in $runs runs',
  { timeout: 600_000 },
  async (mode) => {
    const results = await measureRunMode(mode, faultsFor(mode));
    console.log(singleFaultText([{ mode, results }]));
    expect(insufficient([{ mode, results }])).toEqual([]);
  },
);

test('a mode below its minimum share is listed with the faults that it missed', () => {
  const [mode] = runModes;
  const [missed] = singleFaults;
  if (!mode || !missed) throw new Error('there are no modes or no faults');
  const results = singleFaults.map((fault) => ({ fault, foundBy: fault === missed ? undefined : 1 }));
  expect(shareOf(results)).toBeCloseTo(1 - 1 / singleFaults.length);
  expect(insufficient([{ mode, results }])).toHaveLength(1);
  const [first] = singleFaultText([{ mode, results }]).split('\n').slice(1);
  expect(first?.trim().split(/ {2,}/)).toEqual([missed.kind, `${operations.length - 1} of ${operations.length}`]);
  const text = singleFaultText([{ mode, results }]);
  expect(text).toContain(
    `modes that found too few faults, and the faults that they missed:\n  ${mode.profile}: a service that ${missed.says} (${missed.operation})`,
  );
});
