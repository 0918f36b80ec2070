import { expect, test } from 'vitest';
import { junit } from '../../src/renderings/junit.ts';
import type { RunReport } from '../../src/report/report.ts';
import { inSuccess, verifyWith } from '../support/service.ts';
import { suitesOfJunit } from './read-back.ts';

const lastOf = (report: RunReport) => suitesOfJunit(junit(report)).at(-1)?.testcase?.[0];

test('each operation is a suite with a test for each declared response, then come the suites of the run', async () => {
  const report = await verifyWith();
  const suites = suitesOfJunit(junit(report));
  const operations = [...new Set(report.cells.map(({ operation }) => operation))];
  expect(suites.map((suite) => suite['@name'])).toEqual([...operations, 'credentials', 'assumptions', 'run']);
  const own = report.cells.filter(({ operation }) => operation === 'getFluids');
  const names = own.map(({ status, envelope }) => [status, envelope ?? ''].join(' ').trim());
  const fluids = suites.find((suite) => suite['@name'] === 'getFluids');
  expect(fluids?.testcase?.map((one) => one['@name'])).toEqual(names);
});

test('a response that was not observed is skipped with its reason, and never passes', async () => {
  const report = await verifyWith();
  const exhausted = suitesOfJunit(junit(report))[0]?.testcase?.find((one) => one['@name'] === '429');
  expect(exhausted?.skipped).toEqual({ '@message': 'not observed: an exhausted account was not given' });
});

test('the numbers of a suite are those of its tests', async () => {
  const xml = junit(await verifyWith(inSuccess('getVehicle', () => ({ status: 201 }))));
  for (const suite of suitesOfJunit(xml)) {
    const cases = suite.testcase ?? [];
    const count = (name: 'failure' | 'error' | 'skipped') =>
      String(cases.filter((one) => one[name] !== undefined).length);
    expect(suite).toMatchObject({
      '@tests': String(cases.length),
      '@failures': count('failure'),
      '@errors': count('error'),
      '@skipped': count('skipped'),
    });
  }
});

test('a run that is not conformant, incomplete or without verdict does not pass as a whole', async () => {
  const right = await verifyWith();
  expect(lastOf(right)).toEqual(expect.not.objectContaining({ failure: expect.anything() }));
  const wrong = await verifyWith(inSuccess('getVehicle', () => ({ status: 201 })));
  expect(lastOf(wrong)?.failure).toMatchObject({ '@message': 'not conformant' });
  const unseen = await verifyWith((response, { operation }) =>
    operation === 'getOemParts' && response.status === 200
      ? { ...response, body: { ...Object(response.body), data: [] } }
      : response,
  );
  expect(unseen.verdict).toBe('incomplete');
  expect(lastOf(unseen)?.failure).toMatchObject({ '@message': 'required, and not observed: getOemParts 200 full' });
  const broken: RunReport = { ...right, verdict: 'no verdict', failure: 'it does not answer' };
  expect(lastOf(broken)?.error).toMatchObject({ '@message': 'it does not answer' });
});

test('a failure that belongs to no cell is reported with the run', async () => {
  const report = await verifyWith(
    (response, { query }) => (query.has('carID') ? { ...response, status: 500 } : response),
    'full',
    {
      assumptions: 'enforce',
      strict: true,
    },
  );
  const told = junit(report);
  for (const { got } of report.findings) expect(told).toContain(got);
});
