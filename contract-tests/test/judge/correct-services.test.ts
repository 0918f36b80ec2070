import { errorBody } from '@vehicle-lookup/contract';
import { expect, test } from 'vitest';
import { documented } from '../../self-test/correct-service.ts';
import { inSuccess, verifyWith } from '../support/service.ts';

const statesOf = (report: Awaited<ReturnType<typeof verifyWith>>, operation: string, status: string) =>
  report.cells.filter((cell) => cell.operation === operation && cell.status === status);

test('a service that follows the contract is conformant, and unobserved cells are reported as such', async () => {
  const report = await verifyWith();
  expect(report.findings).toEqual([]);
  expect(report.verdict).toBe('conformant');
  expect(statesOf(report, 'getFluids', '200').map(({ envelope, state }) => [envelope, state])).toEqual([
    ['full', 'pass'],
    ['simplified', 'not-observed'],
    ['bare', 'not-observed'],
  ]);
  expect(statesOf(report, 'getFluids', '500')).toMatchObject([{ state: 'not-observed', answers: 0 }]);
  expect(statesOf(report, 'listBrands', '404')).toMatchObject([
    { state: 'not-applicable', reason: 'no input can cause this response' },
  ]);
  expect(statesOf(report, 'getEngines', '404')).toMatchObject([{ state: 'pass' }]);
});

test.each(['simplified', 'bare'])('a service that uses the %s envelope is conformant', async (envelope) => {
  const report = await verifyWith(undefined, envelope);
  expect(report.findings).toEqual([]);
  const fluids = report.cells.find((cell) => cell.operation === 'getFluids' && cell.envelope === envelope);
  expect(fluids).toMatchObject({ state: 'pass' });
});

test('a list that is always empty is not a finding, but the cell of the list is not observed', async () => {
  const report = await verifyWith(
    inSuccess('getFluids', (body) => {
      body.data = [];
      return undefined;
    }),
  );
  expect(report.findings).toEqual([]);
  expect(statesOf(report, 'getFluids', '200')[0]).toMatchObject({
    state: 'not-observed',
    reason: 'the list never had an element',
  });
  expect(report).toMatchObject({ verdict: 'incomplete', exitCode: 4 });
});

test.each([
  ['getEngines', []],
  ['decodeVinAll', ['errors.200']],
  ['getVehicle', ['errors.200']],
  ['getFluids', ['no-entries']],
  ['listModels', ['no-entries']],
])('a 404 from %s for a value that another operation returned violates %j', async (operation, broken) => {
  const report = await verifyWith(
    (right, request) =>
      right.status === 200 && request.operation === operation
        ? { ...right, status: 404, body: errorBody('Nothing found.') }
        : right,
    undefined,
    { data: { vin: String(documented.vin) } },
  );
  expect(report.findings.map(({ assumption, clause }) => assumption ?? clause)).toEqual(broken);
});

test('an operation outside the plan is not applicable, and its 403 is judged as a declared response', async () => {
  const report = await verifyWith((right, { operation }) =>
    right.status === 200 && operation === 'getOemParts'
      ? { ...right, status: 403, body: errorBody('not available in your plan') }
      : right,
  );
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  expect(statesOf(report, 'getOemParts', '200')).toMatchObject([{ state: 'not-applicable' }]);
  expect(statesOf(report, 'getOemParts', '403')).toMatchObject([{ state: 'pass', answers: 1 }]);
});

test('an exhausted allowance makes the run incomplete', async () => {
  const report = await verifyWith((right) =>
    right.status === 200 ? { ...right, status: 429, body: errorBody('The allowance is exhausted.') } : right,
  );
  expect(report.findings).toEqual([]);
  expect(report.verdict).toBe('incomplete');
  expect(statesOf(report, 'decodeVin', '200')).toMatchObject([{ state: 'not-observed' }, { state: 'not-observed' }]);
  expect(statesOf(report, 'decodeVin', '429')).toMatchObject([{ state: 'not-observed' }]);
});

test('a request that a burst limit rejects is retried', async () => {
  let rejected = false;
  const report = await verifyWith((right) => {
    if (rejected) return right;
    rejected = true;
    return { status: 429, headers: { ...right.headers, 'retry-after': '0' }, body: errorBody('Too many requests.') };
  });
  expect(report.verdict).toBe('conformant');
  expect(statesOf(report, 'decodeVin', '200')[0]).toMatchObject({ state: 'pass' });
});
