import { errorBody, operationTable } from '@vehicle-lookup/contract';
import { expect, test } from 'vitest';
import type { ServiceResponse } from '../../self-test/service.ts';
import { startService } from '../../self-test/start.ts';
import { verifyContract } from '../../src/index.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import type { RunReport } from '../../src/report/report.ts';
import { type AnyBody, account, inSuccess, verifyWith } from '../support/service.ts';

const found = (report: RunReport) => report.findings.map(({ code }) => code);

/** Returns the headings of findings in the terminal: `✗ schema`. */
const heads = (report: RunReport): string[] =>
  [...terminal(report).matchAll(/^([✗≠!~+] \S+) {2}\S/gm)].map(([, head = '']) => head);

const { operations, credentials } = operationTable;
const emptyList = { success: true, data: [], timestamp: '2026-01-01T00:00:00+00:00', api_version: '2.0' };
const isListed = (operation: string) => !['decodeVin', 'getVehicle'].includes(operation);

test('the findings for a service that ignores unknown input are grouped into a few blocks', async () => {
  const { url, close } = await startService((correct, { operation, query, method, correctResponseTo }) => {
    if (method !== 'GET') return { ...correct, status: 501, body: errorBody('Not implemented.') };
    const isRejected = correct.status === 400 && credentials.every((name) => query.get(name));
    const own = isRejected ? correctResponseTo(keepKnown) : correct;
    if (own.status === 404 && isListed(operation)) return { ...own, status: 200, body: emptyList };
    return own.status === 200 ? withZ(own) : own;
  });
  const report = await verifyContract({
    baseUrl: url,
    credentials: account,
    target: 'service',
    profile: 'deep',
    assumptions: 'enforce',
  });
  await close();
  expect(report.findings.length).toBeGreaterThan(80);
  expect(heads(report).toSorted()).toEqual([
    '≠ foreign-parameter',
    '≠ head',
    '≠ not-found',
    '≠ options',
    '≠ repeated-parameter',
    '≠ selector-value',
    '≠ several-selectors',
    '≠ unknown-parameter',
    '✗ schema',
    '✗ status',
  ]);
});

/** Keeps the first value of each parameter of the first selected operation, and sets its selectors to 1. */
function keepKnown(query: URLSearchParams): void {
  const selected = operations.find(({ selectors }) => Object.keys(selectors).some((name) => query.has(name)));
  const known = selected ?? operations.find(({ id }) => id === 'decodeVin');
  for (const name of new Set(query.keys())) {
    const value = query.get(name) ?? '';
    query.delete(name);
    if (name in (known?.selectors ?? {})) query.set(name, '1');
    else if (credentials.some((own) => own === name) || name in (known?.parameters ?? {})) query.set(name, value);
  }
}

function withZ(response: ServiceResponse): ServiceResponse {
  const body = structuredClone(response.body) as AnyBody;
  if (body.timestamp) body.timestamp = String(body.timestamp).replace(/[+-]\d\d:\d\d$/, 'Z');
  return { ...response, body };
}

test('% is not reported as a wildcard if every unknown name returns an empty list', async () => {
  const report = await verifyWith(
    (correct, { operation }) =>
      correct.status === 404 && isListed(operation) ? { ...correct, status: 200, body: emptyList } : correct,
    'full',
    { assumptions: 'enforce' },
  );
  expect(report.made.some(({ id }) => id.includes('wildcard'))).toBe(true);
  expect(found(report)).toContain('not-found');
  expect(found(report)).not.toContain('wildcard');
});

test('an old timestamp in one operation is not a clock finding, and the report states where the time is correct', async () => {
  const { findings } = await verifyWith(
    inSuccess('getVehicle', (body) => {
      body.timestamp = new Date(Date.now() - 7.3 * 3_600_000).toISOString().replace(/\.\d+Z$/, '+00:00');
      return undefined;
    }),
    'full',
    { profile: 'smoke' },
  );
  expect(findings).toMatchObject([
    {
      code: 'clock-skew',
      operation: 'getVehicle',
      scope: 'correct in 9 other operations',
      next: expect.stringMatching(
        /^Write the time at which the response is generated\. .* the clocks are not the cause\.$/,
      ),
    },
  ]);
});

test('an incorrect time in every operation is reported as a possible clock error', async () => {
  const { findings } = await verifyWith(
    (correct) => {
      const body = structuredClone(correct.body) as AnyBody;
      if (body.timestamp)
        body.timestamp = new Date(Date.now() - 438 * 60_000).toISOString().replace(/\.\d+Z$/, '+00:00');
      return { ...correct, body };
    },
    'full',
    { profile: 'smoke' },
  );
  expect(new Set(findings.map(({ next }) => next))).toEqual(
    new Set(['Set the clocks of the service and of this machine.']),
  );
});
