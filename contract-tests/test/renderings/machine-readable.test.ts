import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import fc from 'fast-check';
import type { Log } from 'sarif';
import { expect, test } from 'vitest';
import { junit } from '../../src/renderings/junit.ts';
import { countCells } from '../../src/renderings/labels.ts';
import { metrics } from '../../src/renderings/metrics.ts';
import { sarif } from '../../src/renderings/sarif.ts';
import { codes, explanations } from '../../src/report/explain.ts';
import type { RunReport } from '../../src/report/report.ts';
import { inSuccess, verifyWith } from '../support/service.ts';
import { anyReport } from './arbitrary-report.ts';
import { suitesOfJunit } from './read-back.ts';

const read = (report: RunReport): Log => JSON.parse(sarif(report));
const resultsOf = (report: RunReport) => read(report).runs[0]?.results ?? [];
const wrong = await verifyWith(inSuccess('getVehicle', (body) => ({ body: { ...body, data: {}, more: 1 } })));

test('every code has a rule, and every finding refers to the rule of its code', () => {
  const rules = read(wrong).runs[0]?.tool.driver.rules ?? [];
  expect(rules.map(({ id }) => id)).toEqual(explanations().map(({ code }) => code));
  expect(resultsOf(wrong).length).toBeGreaterThan(0);
  for (const { ruleId, ruleIndex } of resultsOf(wrong)) expect(rules[ruleIndex ?? -1]?.id).toBe(ruleId);
});

test('the location of a result is the line in the document that defines the operation', () => {
  const file = createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.yaml');
  const lines = readFileSync(file, 'utf8').split('\n');
  for (const { locations, properties } of resultsOf(wrong)) {
    const line = locations?.[0]?.physicalLocation?.region?.startLine ?? 0;
    expect(lines[line - 1]).toContain(`operationId: ${properties?.operation}`);
  }
});

test('the codes of checks and assumptions are distinct', () => {
  const all = codes();
  expect(all.filter((code, index) => all.indexOf(code) !== index)).toEqual([]);
});

test('the same fault has the same fingerprint in a later run', async () => {
  const printsOf = (report: RunReport) =>
    resultsOf(report).map(({ partialFingerprints }) => Object.values(partialFingerprints ?? {}));
  const fault = inSuccess('getVehicle', (body) => ({ body: { ...body, data: {}, more: 1 } }));
  const again = await verifyWith(fault, 'full', { seed: 7 });
  expect(printsOf(again)).toEqual(printsOf(wrong));
});

const lastOf = (report: RunReport) => suitesOfJunit(junit(report)).at(-1)?.testcase?.[0];

test('junit.xml has a suite for each operation with a test for each declared response, followed by three more suites', async () => {
  const report = await verifyWith();
  const suites = suitesOfJunit(junit(report));
  const operations = [...new Set(report.cells.map(({ operation }) => operation))];
  expect(suites.map((suite) => suite['@name'])).toEqual([...operations, 'credentials', 'assumptions', 'run']);
  const own = report.cells.filter(({ operation }) => operation === 'getFluids');
  const names = own.map(({ status, envelope }) => [status, envelope ?? ''].join(' ').trim());
  const fluids = suites.find((suite) => suite['@name'] === 'getFluids');
  expect(fluids?.testcase?.map((one) => one['@name'])).toEqual(names);
});

test('the test of an unobserved response is skipped with its reason', async () => {
  const report = await verifyWith();
  const exhausted = suitesOfJunit(junit(report))[0]?.testcase?.find((one) => one['@name'] === '429');
  expect(exhausted?.skipped).toEqual({ '@message': 'not observed: --data has no account for this response' });
});

test('the counts of a suite match its tests', async () => {
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

test('the test of the whole run fails if the run is non-conformant, incomplete or without a verdict', async () => {
  const right = await verifyWith();
  expect(lastOf(right)).toEqual(expect.not.objectContaining({ failure: expect.anything() }));
  const wrong = await verifyWith(inSuccess('getVehicle', () => ({ status: 201 })));
  expect(lastOf(wrong)?.failure).toMatchObject({ '@message': 'not conformant: see the other tests' });
  const unseen = await verifyWith((response, { operation }) =>
    operation === 'getOemParts' && response.status === 200
      ? { ...response, body: { ...Object(response.body), data: [] } }
      : response,
  );
  expect(unseen.verdict).toBe('incomplete');
  expect(lastOf(unseen)?.failure).toMatchObject({ '@message': 'required but not observed: getOemParts 200 full' });
  const broken: RunReport = { ...right, verdict: 'no verdict', failure: 'it does not answer' };
  expect(lastOf(broken)?.error).toMatchObject({ '@message': 'it does not answer' });
});

test('junit.xml contains the findings that do not belong to a cell', async () => {
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

const NAME = '[a-z_]+';
const SAMPLE = new RegExp(`^${NAME}\\{(?:${NAME}="(?:[^"\\\\]|\\\\["\\\\])*",?)*\\} -?[\\d.e+-]+$`);

test('metrics.prom contains the counts of the report and the verdict', async () => {
  const report = await verifyWith(
    inSuccess('getVehicle', () => ({ status: 201 })),
    'full',
    { label: 'my "service"' },
  );
  const text = metrics(report);
  const labels = 'target="my \\"service\\"",profile="full"';
  expect(text).toContain(`\nvehicle_lookup_contract_conformant{${labels}} 0\n`);
  expect(text).toContain(`\nvehicle_lookup_contract_cells{${labels},state="pass"} ${countCells(report.cells).pass}\n`);
  expect(text).toContain(`\nvehicle_lookup_contract_failing_findings{${labels}} 1\n`);
  expect(text).not.toContain('contract_stale');
});

test('metrics.prom is valid OpenMetrics text for any report', () => {
  fc.assert(
    fc.property(anyReport, (report) => {
      const lines = metrics(report).split('\n');
      expect(lines.slice(-2)).toEqual(['# EOF', '']);
      for (const line of lines.slice(0, -2)) {
        if (!/^# (TYPE|HELP|UNIT) [a-z_]+ \S/.test(line)) expect(line).toMatch(SAMPLE);
      }
      const families = lines.filter((line) => line.startsWith('# TYPE ')).map((line) => line.split(' ')[2] ?? '');
      expect(new Set(families).size).toBe(families.length);
      const sampled = new Set(lines.filter((line) => /^[a-z]/.test(line)).map((line) => line.split('{')[0]));
      expect([...sampled]).toEqual(families);
    }),
    { numRuns: process.env.DEEP ? 2000 : 60 },
  );
});
