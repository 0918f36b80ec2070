import { errorBody, operationTable } from '@vehicle-lookup/contract';
import { expect, test } from 'vitest';
import type { ResponseContext } from '../../src/checks/check.ts';
import { clockSkew, localTime, staleResponse } from '../../src/checks/response/clock.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import { example, inSuccess, type ServiceFault, type ServiceResponse, verifyWith } from '../support/service.ts';

const own = { vin: 'ZFA1990000P000001', carId: '77', brand: 'fiat', model: 'panda' };

/** A service whose data differs from the document's examples. */
const foreign: ServiceFault = (right, { query, operation }): ServiceResponse => {
  if (right.status !== 200 && right.status !== 404) return right;
  const parameters = Object.entries(operationTable.operations.find(({ id }) => id === operation)?.parameters ?? {});
  const isKnown = parameters.every(([name]) => query.get(name) === own[name as keyof typeof own]);
  if (!isKnown) return { ...right, status: 404, body: errorBody('Nothing was found.') };
  const { carId } = example('getVehicle').data;
  const text = JSON.stringify(example(operation)).replace(`"carId":${carId}`, `"carId":${own.carId}`);
  const body = JSON.parse(text);
  body.timestamp = new Date().toISOString().replace(/\.\d+Z$/, '+00:00');
  if (operation === 'listBrands') body.data = [{ name: 'Fiat', slug: 'fiat' }];
  if (operation === 'listModels') body.data = [{ name: 'Panda', slug: 'panda' }];
  return { ...right, status: 200, body };
};

const observed = (report: Awaited<ReturnType<typeof verifyWith>>): string[] =>
  report.cells.filter(({ status, state }) => status === '200' && state === 'pass').map(({ operation }) => operation);

test('without a valid VIN, only the catalogue operations are observed', async () => {
  const report = await verifyWith(foreign, 'full', { profile: 'smoke' });
  expect(report.findings).toEqual([]);
  expect(observed(report)).toEqual(['listBrands', 'listModels', 'listVariants']);
  expect(report.cells.find(({ operation }) => operation === 'decodeVin')).toMatchObject({
    state: 'not-observed',
    reason: "the service has no data for the document's example (404); provide its own vin as data",
  });
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
});

test('one valid VIN is sufficient, because all other values come from earlier responses', async () => {
  const report = await verifyWith(foreign, 'full', { profile: 'smoke', data: { vin: own.vin } });
  expect(report.findings).toEqual([]);
  expect(observed(report)).toHaveLength(operationTable.operations.length);
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
});

test('a missing value from the data is requested', async () => {
  const report = await verifyWith(foreign, 'full', { data: { vin: own.vin, missingVin: 'ZFA19900' } });
  expect(report.made.some(({ status, request }) => status === '404' && request.includes('vin=ZFA19900'))).toBe(true);
});

test('a list of brands in response to a request for models is reported as an ignored selector', async () => {
  const report = await verifyWith((right, request) =>
    request.operation === 'listModels' && right.status === 200 ? { ...right, body: example('listBrands') } : right,
  );
  expect(report.findings.map(({ code }) => code)).toContain('selector-ignored');
});

test('a skipped check does not report findings', async () => {
  const fault: ServiceFault = (right) => (right.status === 200 ? { ...right, headers: {} } : right);
  const codes = async (without: string[]) =>
    (await verifyWith(fault, 'full', { profile: 'smoke', without })).findings.map(({ code }) => code);
  expect(new Set(await codes([]))).toEqual(new Set(['content-type']));
  expect(await codes(['content-type'])).toEqual([]);
});

test('a warning does not fail a run but is counted in the verdict line', async () => {
  const report = await verifyWith(
    inSuccess('listBrands', () => ({ headers: { 'content-type': 'application/json', age: '300000' } })),
    'full',
    { profile: 'smoke' },
  );
  expect(report).toMatchObject({
    verdict: 'conformant',
    exitCode: 0,
    findings: [{ code: 'stale-response', fails: false }],
  });
  expect(terminal(report)).toMatch(/\nconformant where it was tested: \S+ \(.*1\s+warning/s);
});

test('an incorrect clock is a warning', async () => {
  const report = await verifyWith(undefined, 'full', { profile: 'smoke', now: () => Date.now() + 3_600_000 });
  expect(new Set(report.findings.map(({ code, level }) => `${level} ${code}`))).toEqual(
    new Set(['warning clock-skew']),
  );
  expect(report.verdict).toBe('conformant');
});

test.each([
  [3, undefined],
  [20, 'clock-skew'],
  [30, 'local-time'],
  [-12 * 60, 'local-time'],
  [12.75 * 60, 'local-time'],
  [14 * 60, 'local-time'],
  [14.25 * 60, 'clock-skew'],
  [-25 * 60, 'stale-response'],
])('a timestamp %d minutes ahead of the clock has the finding %s', (minutes, code) => {
  const now = Date.parse('2026-11-23T10:00:00Z');
  const timestamp = new Date(now + minutes * 60_000).toISOString().replace(/\.\d+Z$/, '+00:00');
  const response = { status: 200, headers: [], body: Buffer.from(JSON.stringify({ timestamp })) };
  const context = { now, verdict: { ok: true } } as unknown as ResponseContext;
  const found = [staleResponse, clockSkew, localTime].filter(({ ofResponse }) =>
    [ofResponse?.(response, context) ?? []].flat().some(({ pointer }) => pointer === '/timestamp'),
  );
  expect(found.map((check) => check.code)).toEqual(code === undefined ? [] : [code]);
});

test.each<[code: string, name: string, value: string]>([
  ['content-type', 'content-type', 'text/html'],
  ['charset', 'content-type', 'application/json; charset=latin1'],
  ['stale-response', 'age', '300000'],
  ['stale-response', 'date', 'Sun, 01 Jan 2023 00:00:00 GMT'],
  ['clock-skew', 'date', new Date(Date.now() + 3_600_000).toUTCString()],
])('the finding %s about the header %s shows this header', async (code, name, value) => {
  const fault = inSuccess('listBrands', (_, { headers }) => ({ headers: { ...headers, [name]: value } }));
  const { findings } = await verifyWith(fault, 'full', { profile: 'smoke' });
  expect(findings.map((finding) => [finding.code, finding.received])).toEqual([
    [
      code,
      expect.stringMatching(`^status 200; ${name}: ${value}${code === 'content-type' ? '; the body begins {' : '$'}`),
    ],
  ]);
});
