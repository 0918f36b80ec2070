import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { renderings } from '../../src/renderings/report-directory.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import type { RunReport } from '../../src/report/report.ts';
import { verifyWith } from '../support/service.ts';

const live = await verifyWith(undefined, 'full', { profile: 'live' });
const deep = await verifyWith(undefined, 'full', { profile: 'deep' });

const lastOf = (report: RunReport): string =>
  terminal(report).trimEnd().split('\n\n').at(-1)?.replaceAll(/\s+/g, ' ') ?? '';

test('the verdict states how many assumptions and clauses were not tested and which runs test them', () => {
  const { assumptions, clauses, inLargerProfiles } = live.notTested;
  expect(inLargerProfiles.length).toBeGreaterThan(10);
  expect(lastOf(live)).toMatch(/^conformant where it was tested: http:/);
  expect(lastOf(live)).toContain(
    `, ${assumptions.length} of ${live.assumptions.length} assumptions and ${clauses.length} of ${live.clauses.length} ` +
      `clauses not tested; deep or --history tests ${inLargerProfiles.length} of them)`,
  );
});

test('the report of a run with all requests does not refer to a larger profile', () => {
  expect(deep.notTested).toMatchObject({ inLargerProfiles: [] });
  expect(deep.notTested.assumptions).toContain('no-entries');
  expect(lastOf(deep)).toMatch(/\d+ of 49 assumptions and \d+ of 140 clauses not tested\)$/);
});

test.each(['report.json', 'report.md', 'report.html', 'report.sarif', 'junit.xml', 'metrics.prom'])(
  '%s names all untested assumptions and clauses',
  (name) => {
    const text = renderings[name]?.(live).replaceAll('&#45;', '-') ?? '';
    for (const id of [...live.notTested.assumptions, ...live.notTested.clauses]) expect(text).toContain(id);
  },
);

test('the terminal output names the assumptions and clauses that larger profiles test', () => {
  const text = terminal(live).replaceAll(/\s+/g, ' ');
  expect(text).toContain(`? not tested, but deep or --history tests: ${live.notTested.inLargerProfiles.join(', ')}`);
});

test('assumptions that an earlier run tested are not listed as untested', async () => {
  const history = temporaryDirectory();
  const options = { profile: 'full', history } as const;
  const first = await verifyWith(undefined, 'full', options);
  const second = await verifyWith(undefined, 'full', options);
  expect(second.notTested.assumptions.length).toBeLessThan(first.notTested.assumptions.length);
});

test('a confirmed assumption lists the tested operations if not all operations were tested', () => {
  const howOf = (id: string) => deep.assumptions.find((one) => one.id === id)?.how;
  expect(howOf('partial-vin')).toMatch(/^decodeVinAll and getEngines: [^;]*$/);
  expect(howOf('head')).toMatch(/; for listBrands only$/);
  expect(howOf('unknown-parameter')).not.toContain('only');
});

test('one request with two errors confirms one order of precedence', () => {
  const { state, how } = deep.assumptions.find(({ id }) => id === 'precedence') ?? {};
  expect({ state, how }).toEqual({
    state: 'confirmed',
    how: 'malformed VIN with wrong credentials: 401; for decodeVin only',
  });
});
