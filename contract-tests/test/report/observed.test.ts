import { errorBody } from '@vehicle-lookup/contract';
import { expect, test } from 'vitest';
import { html } from '../../src/renderings/html.ts';
import { junit } from '../../src/renderings/junit.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import { cellName } from '../../src/report/cells.ts';
import { reportTests } from '../../src/report/tests.ts';
import { accounts, type ServiceFault, verifyWith } from '../support/service.ts';

const limited = (right: Parameters<ServiceFault>[0]) => ({
  ...right,
  status: 429,
  body: errorBody('Too many requests.'),
});
const unseen = { verdict: 'incomplete', exitCode: 4, findings: [] };

test.each(['live', 'full'] as const)('a %s run is incomplete if an operation never succeeded', async (profile) => {
  const never = ['getFluids', 'getOemParts', 'getRepairTimes'];
  const report = await verifyWith(
    (right, { operation }) =>
      right.status === 200 && never.includes(operation)
        ? { ...right, status: 404, body: errorBody('Nothing was found.') }
        : right,
    'full',
    { profile },
  );
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
  const missing = report.cells.filter(({ required, state }) => required && state !== 'pass');
  expect(missing.map(({ operation, status }) => `${operation} ${status}`)).toEqual(
    never.map((operation) => `${operation} 200`),
  );
});

test.each([
  ['full', 46],
  ['live', 18],
] as const)('a %s run that ends early lists the invalid credentials that it did not observe', async (profile, last) => {
  let count = 0;
  const report = await verifyWith((right) => (++count >= last ? limited(right) : right), 'full', { profile });
  expect(report).toMatchObject(unseen);
  const missing = report.credentials.filter(({ required, state }) => required && state === 'not-observed');
  expect(missing.length).toBeGreaterThan(0);
  const names = missing.map(({ credential, fault }) => `${credential} ${fault}`).join(', ');
  expect(terminal(report).replace(/\s+/g, ' ')).toContain(`${names}`);
  expect(junit(report)).toContain(names);
});

test('an unexpected 429 does not pass a 429 cell and does not count as a rejection of credentials', async () => {
  const report = await verifyWith((right, { query }) =>
    query.has('user') && query.has('key') ? right : limited(right),
  );
  expect(report).toMatchObject(unseen);
  expect(report.requests.stopped).toMatch(/429/);
  expect(report.cells.filter(({ status, state }) => status === '429' && state !== 'not-observed')).toEqual([]);
  expect(report.credentials.filter(({ fault, state }) => fault === 'absent' && state === 'pass')).toEqual([]);
});

test('a rejection by a limit neither confirms nor contradicts an assumption', async () => {
  const report = await verifyWith((right, { operation }) => (operation === '' ? limited(right) : right), 'full', {
    assumptions: 'enforce',
  });
  expect(report.findings).toEqual([]);
});

test.each([
  ['vin', { vin: 'ZFA31200000000007' }],
  ['carId', { carId: 77 }],
])('an unknown %s in the data is not a finding', async (name, data) => {
  const report = await verifyWith(undefined, 'full', { profile: 'smoke', data });
  expect(report).toMatchObject(unseen);
  const reasons = new Set(report.made.map(({ state }) => state));
  expect(reasons).toContain('not-observed');
  expect(report.cells.map(({ reason }) => reason)).toContain(
    `the data's ${name} is not known to the service (404); provide a known value`,
  );
});

test('an unknown account in the data is not a finding', async () => {
  const exhausted = { ...accounts.exhausted, key: 'canary-key-with-a-mistake' };
  const report = await verifyWith(undefined, 'full', { data: { exhausted } });
  expect(report).toMatchObject(unseen);
  const limits = report.cells.filter(({ status }) => status === '429');
  expect(new Set(limits.map(({ reason }) => reason))).toEqual(
    new Set(['the data\'s account "exhausted" is not known to the service (401); provide valid credentials']),
  );
});

test('a response that could not be judged is reported as not judged', async () => {
  const report = await verifyWith(
    (right, { operation }) => (operation === 'getFluids' && right.status === 200 ? 'silence' : right),
    'full',
    { profile: 'smoke' },
  );
  expect(html(report)).toContain('<p>required but not judged: getFluids 200 full');
  expect(terminal(report)).toContain('\n? required but not judged: getFluids 200 full\n');
  expect(html(report)).not.toContain('required but not observed');
});

test('the test of a required invalid credential fails if the credential was not sent', async () => {
  let count = 0;
  const report = await verifyWith((right) => (++count >= 46 ? limited(right) : right));
  const untried = report.credentials.filter(({ required, state }) => required && state === 'not-observed');
  const failed = reportTests(report)
    .get('credentials')
    ?.filter(({ result }) => result === 'failure');
  expect(failed?.map(({ name }) => name)).toEqual(expect.arrayContaining(untried.map(cellName)));
});

test('a 429 response with an invalid body does not fail credential cells', async () => {
  const report = await verifyWith((right, { query }) =>
    query.has('user') && query.has('key') ? right : { ...limited(right), body: '<h1>Slow down.</h1>' },
  );
  expect(report.cells.filter(({ state }) => state === 'fail')).toMatchObject([{ status: '429' }]);
  expect(report.credentials.filter(({ state }) => state === 'fail')).toEqual([]);
});
