import { leaks } from '@vehicle-lookup/openapi/secrets';
import { afterEach, expect, test, vi } from 'vitest';
import type { AssumptionCheck } from '../../src/checks/assumption-check.ts';
import type { ValueRule } from '../../src/checks/value-rule.ts';
import { NoVerdictError } from '../../src/index.ts';
import { inSuccess, KEY, verifyWith } from '../support/service.ts';

// Faulty value rules and assumption checks that replace the actual ones.
const broken: { rules: ValueRule[]; probes: Record<string, Omit<AssumptionCheck, 'id'>> } = {
  rules: [],
  probes: {},
};
vi.mock(import('../../src/checks/values/index.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    get valueRules() {
      return [...real.valueRules, ...broken.rules];
    },
  };
});
vi.mock(import('../../src/checks/assumption-check.ts'), async (original) => {
  const real = await original();
  return {
    ...real,
    checksOf: (...args) =>
      new Map([
        ...real.checksOf(...args),
        ...Object.entries(broken.probes).map(([id, check]) => [id, { id, ...check }] as const),
      ]),
  };
});
// Without a cache, each run loads the rules and checks again.
vi.mock(import('../../src/once-per.ts'), async (original) => ({ ...(await original()), oncePer: (make) => make }));
afterEach(() => {
  broken.rules = [];
  broken.probes = {};
});

const fail = (): never => {
  throw new TypeError('Cannot read properties of undefined\n    at a line of the trace');
};

async function failureOf(run: Promise<unknown>): Promise<NoVerdictError> {
  const error = await run.catch((reason: unknown) => reason);
  if (error instanceof NoVerdictError) return error;
  throw new Error('the run had a verdict');
}

test('a value rule that throws an error fails the cell with an error, and the run completes without a verdict', async () => {
  broken.rules = [
    { title: 'It is broken', operations: ['getFluids'], clause: 'service.1', expected: 'something', mismatch: fail },
  ];
  const { message, report } = await failureOf(verifyWith());
  expect(message).toBe(
    'the suite itself failed (getFluids 200): TypeError: Cannot read properties of undefined; this is not a violation by the service; see the report for other results',
  );
  expect(report).toMatchObject({ verdict: 'no verdict', exitCode: 2, failure: message });
  // Only the repeated request is not sent, because it requires an earlier valid response.
  expect(report?.requests.spent).toBe((report?.requests.planned ?? 0) - 1);
  const [cell] = report?.cells.filter(({ operation, status }) => operation === 'getFluids' && status === '200') ?? [];
  expect(cell).toMatchObject({ state: 'error', reason: expect.stringContaining('the suite itself failed: TypeError') });
  expect(report?.findings.map(({ code, level, fails }) => ({ code, level, fails }))).toEqual([
    { code: 'suite-fault', level: 'error', fails: false },
  ]);
  expect(report?.cells.filter(({ state }) => state === 'pass').length).toBeGreaterThan(20);
});

test('if an assumption check throws an error, the assumption is not observed and there is no verdict', async () => {
  broken.probes['slug-form'] = { judge: fail };
  const { message, report } = await failureOf(verifyWith());
  expect(message).toContain('the suite itself failed (a judgement of the assumption slug-form): TypeError');
  expect(report?.assumptions.find(({ id }) => id === 'slug-form')).toMatchObject({
    state: 'not-observed',
    how: 'the probe itself failed: TypeError: Cannot read properties of undefined',
  });
});

test.each<[string, Omit<AssumptionCheck, 'id'>]>([
  ['its alternative reading', { judge: () => ({ state: 'not-observed', how: '' }), otherReading: fail }],
  [
    'its query',
    {
      judge: () => ({ state: 'not-observed', how: '' }),
      requests: [{ id: 'a question', operation: 'listBrands', status: '200', query: fail }],
    },
  ],
])('an assumption check that throws an error in %s is an error, and the run continues', async (_, probe) => {
  broken.probes['slug-form'] = probe;
  const { report } = await failureOf(verifyWith(undefined, 'full', { profile: 'deep' }));
  expect(report?.findings.map(({ code }) => code)).toContain('suite-fault');
  expect(report?.requests.spent).toBeGreaterThan(200);
});

test('a run with findings is not conformant even if the suite failed for another response', async () => {
  broken.rules = [
    { title: 'It is broken', operations: ['getFluids'], clause: 'service.1', expected: 'something', mismatch: fail },
  ];
  const report = await verifyWith(inSuccess('getVehicle', () => ({ status: 201 })));
  expect(report).toMatchObject({ verdict: 'not conformant', exitCode: 1 });
  expect(report.findings.map(({ code }) => code).toSorted()).toEqual(['status', 'suite-fault']);
});

test("the report does not contain a key from a value rule's error message", async () => {
  broken.rules = [
    {
      title: 'It is broken',
      operations: ['getFluids'],
      clause: 'service.1',
      expected: 'something',
      mismatch: () => {
        throw new Error(`with ${KEY} and ${Buffer.from(KEY).toString('hex')}`);
      },
    },
  ];
  broken.probes.ordering = {
    judge: () => {
      throw new Error(KEY);
    },
  };
  const { message, report } = await failureOf(verifyWith());
  expect(leaks(`${message} ${JSON.stringify(report)}`, [KEY])).toBe(false);
});
