import { join } from 'node:path';
import { errorBody } from '@vehicle-lookup/contract';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import type { ServiceResponse, WireResponse } from '../../self-test/service.ts';
import { NoVerdictError, replayContract } from '../../src/index.ts';
import { KEY, type ServiceFault, verifyWith } from '../support/service.ts';

/** Verifies a service and returns the error of a run without a verdict. */
async function failed(fault: ServiceFault, options: Parameters<typeof verifyWith>[2] = {}): Promise<NoVerdictError> {
  const error = await verifyWith(fault, 'full', options).catch((thrown: unknown) => thrown);
  if (!(error instanceof NoVerdictError)) throw new Error('the run had a verdict');
  expect(error.report).toMatchObject({ verdict: 'no verdict', exitCode: 2 });
  expect(error.report.cells.filter(({ state }) => state === 'pass' || state === 'fail')).toEqual([]);
  return error;
}

const page = { headers: { 'content-type': 'text/html' }, body: '<h1>There is nothing here.</h1>' };

test.each<[string, ServiceFault, number]>([
  ['an HTML 404 page', () => ({ status: 404, ...page }), 404],
  ['an HTML page from a gateway', () => ({ status: 503, ...page }), 503],
  ['JSON from a gateway', (right) => ({ ...right, status: 503, body: errorBody('No backend.') }), 503],
])('%s in every response ends the run, and the message suggests checking the base URL', async (_, fault, status) => {
  const { message, report } = await failed(fault);
  expect(message).toContain(`returned ${status}; check the base URL`);
  // A request with a gateway error is retried.
  expect(report.requests.spent).toBe(status >= 500 ? 6 : 3);
  expect(report.findings).toEqual([]);
});

test('an HTML error page that repeats the key is a finding', async () => {
  const { report } = await failed(() => ({ status: 404, ...page, body: `<p>${KEY}</p>` }));
  expect(new Set(report.findings.map(({ code }) => code))).toEqual(new Set(['secret-echoed']));
});

test('a service that returns 500 to every request is not conformant', async () => {
  const report = await verifyWith((right) => ({ ...right, status: 500, body: errorBody('It failed.') }));
  expect(report.verdict).toBe('not conformant');
});

test('a run against a service ends early if its target option is mock', async () => {
  const { message, report } = await failed(
    (right, { query }) => (right.status === 200 || query.size > 2 ? right : { ...right, status: 404 }),
    { target: 'mock', fetch: (address, { headers: _, ...rest } = {}) => fetch(address, rest) },
  );
  expect(message).toContain('check that it is the mock');
  expect(report.requests.spent).toBeLessThan(20);
  expect(report.findings).toEqual([]);
});

test('a run against the mock ends after one request and names the option if its target option is service', async () => {
  const { message, report } = await failed((right) => ({
    ...right,
    headers: { ...right.headers, server: 'vehicle-lookup-mock' },
  }));
  expect(message).toMatch(/^http:\S+ is the mock; verify it with --target mock$/);
  expect(report.requests.spent).toBe(1);
  expect(report.findings).toEqual([]);
});

test('a run against a mock ends immediately after an unexpected 429', async () => {
  let count = 0;
  const { message, report } = await failed(
    (right) => (++count > 2 ? { ...right, status: 429, body: errorBody('Too many requests.') } : right),
    { target: 'mock' },
  );
  expect(message).toContain('an unexpected 429; check that it is the mock');
  expect(report.requests.spent).toBe(3);
});

const tooMany = (right: ServiceResponse): ServiceResponse => ({
  status: 429,
  headers: { ...right.headers, 'retry-after': '0' },
  body: errorBody('Too many requests.'),
});

describe.each([
  ['smoke', 10],
  ['live', 22],
  ['full', 57],
] as const)('a %s run is conformant if the service has', (profile, planned) => {
  test.each<[string, number, (right: ServiceResponse) => ServiceResponse | WireResponse]>([
    ['a burst limit', 5, tooMany],
    ['a gateway error', planned - 1, (right) => ({ ...right, status: 503 })],
    ['a broken connection', planned - 1, () => ({ raw: '' })],
  ])('%s once', async (_, moment, change) => {
    let count = 0;
    const record = join(temporaryDirectory(), 'run.har');
    const report = await verifyWith((right) => (++count === moment ? change(right) : right), 'full', {
      profile,
      record,
    });
    expect(report).toMatchObject({ verdict: 'conformant', requests: { planned, spent: planned + 1 } });
    expect(await replayContract(record)).toEqual(report);
  });
});

test('an endless body is not reported as a missing service', async () => {
  const { message } = await failed((right) => ({ ...right, body: Buffer.alloc(17 * 1024 * 1024) }));
  expect(message).toMatch(/\/api\/ returned a body of more than \d+ MiB; check the base URL$/);
});

test('a redirect to https ends the run immediately, so that no further key is sent in plain text', async () => {
  const keys: (string | null)[] = [];
  const { message, report } = await failed((right, { query }) => {
    keys.push(query.get('key'));
    return { ...right, status: 301, headers: { location: 'https://vehicles.example.com/api/' } };
  });
  expect(message).toMatch(/redirects to https; use https:\/\/vehicles\.example\.com\/api\/: no further key was sent/);
  expect(keys).toEqual([KEY]);
  expect(report.requests).toMatchObject({ spent: 1, stopped: 'the service redirects to https' });
});
