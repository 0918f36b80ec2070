import { errorBody } from '@vehicle-lookup/contract';
import { describe, expect, test } from 'vitest';
import { checkOf } from '../../src/checks/index.ts';
import type { RunReport } from '../../src/report/report.ts';
import { type AnyBody, example, type ServiceFault, type ServiceResponse, verifyWith } from '../support/service.ts';

const OWN = 77;

/** Returns a service that has only its own carId, not the documented carId. */
const ofOwnData =
  (change: (response: ServiceResponse) => ServiceResponse): ServiceFault =>
  (correct, { operation, query }) => {
    const isDecode = operation === 'decodeVin' || operation === 'decodeVinAll';
    if (correct.status === 200 && isDecode) {
      const body = Object(correct.body) as AnyBody;
      for (const [index, vehicle] of [body.data].flat().entries()) vehicle.carId = OWN + index;
      return operation === 'decodeVin' ? change({ ...correct, body }) : correct;
    }
    if (!query.has('carId')) return correct;
    const isOwn = query.get('carId') === String(OWN);
    const other = isOwn ? responses.get(operation) : undefined;
    return other ?? (correct.status === 200 ? { ...correct, status: 404, body: errorBody('Nothing.') } : correct);
  };

/** The valid responses for the documented carId, changed to the service's own carId. */
const responses = new Map<string, ServiceResponse>();
await verifyWith(
  (correct, { operation, query }) => {
    if (correct.status !== 200 || !query.has('carId')) return correct;
    const body = structuredClone(correct.body) as AnyBody;
    if (operation === 'getVehicle') body.data.carId = OWN;
    responses.set(operation, { ...correct, body });
    return correct;
  },
  'full',
  { profile: 'smoke' },
);

const seen = ({ made }: RunReport) => made.filter(({ answered }) => answered === 200).length;
const withoutTonnage = (body: AnyBody) => {
  const { tonnage: _, ...data } = body.data;
  return { ...body, data };
};
const headers = (type: string) => ({ 'content-type': type });

describe('a value is read from a decodeVin response', () => {
  test.each<[string, (response: ServiceResponse) => ServiceResponse]>([
    ['that lacks a field', ({ body, ...response }) => ({ ...response, body: withoutTonnage(body) })],
    ['with another media type', (response) => ({ ...response, headers: headers('text/plain') })],
    ['with status 201', (response) => ({ ...response, status: 201 })],
  ])('%s, so that all other operations are tested', async (_, change) => {
    const report = await verifyWith(ofOwnData(change), 'full', { profile: 'smoke' });
    expect(report.made.filter(({ state }) => state === 'not-observed')).toEqual([]);
    expect(new Set(report.findings.map(({ operation }) => operation))).toEqual(new Set(['decodeVin']));
    expect(seen(report)).toBeGreaterThanOrEqual(9);
  });
});

test('all consequences of a missing value have the same reason, which names the response that should have provided the value', async () => {
  const broken: ServiceFault = (correct, request) =>
    correct.status === 200 && request.operation.startsWith('decodeVin')
      ? { ...correct, status: 500, body: errorBody('An error.') }
      : ofOwnData((response) => response)(correct, request);
  const report = await verifyWith(broken, 'full', { profile: 'smoke' });
  const [reason = '', ...others] = new Set(
    report.made.filter(({ state }) => state === 'not-observed').map(({ operation }) => operation),
  );
  expect([reason, ...others]).toEqual(['getVehicle', 'getFluids', 'getOemParts', 'getRepairTimes']);
  const reasons = report.cells.flatMap(({ reason: why = '', status }) =>
    status === '200' && /404/.test(why) ? why : [],
  );
  expect(new Set(reasons)).toEqual(
    new Set([
      "the service has no data for the document's example (404); provide its own carId as data; " +
        'decodeVin of WVWZZZ1KZAW000001 returned no carId: status: got status 500 to a valid request',
    ]),
  );
});

test('the findings for a service that locks out all callers after one rejection have one cause and contradict no assumption', async () => {
  let isLocked = false;
  const { findings, made } = await verifyWith(
    (correct, { query }) => {
      isLocked ||= !query.has('key');
      return isLocked ? { ...correct, status: 401, body: errorBody('Not authorized.') } : correct;
    },
    'full',
    { profile: 'deep' },
  );
  expect(findings.map(({ code }) => code)).toContain('cached-rejection');
  expect(new Set(findings.map(({ cause }) => cause))).toEqual(new Set(['rejected with 401']));
  expect(made.find(({ id }) => id === 'POST')?.state).toBe('not-observed');
});

test('a rejected value that the service itself returned is a finding that names both responses', async () => {
  const { findings } = await verifyWith(
    (correct, { operation }) =>
      operation === 'getVehicle' && correct.status === 200
        ? { ...correct, status: 404, body: errorBody('Nothing.') }
        : correct,
    'full',
    { profile: 'smoke' },
  );
  expect(findings).toMatchObject([
    {
      code: 'own-value-rejected',
      clause: checkOf('own-value-rejected')?.clause,
      fails: true,
      title:
        'getVehicle returns 404 to a valid request, though decodeVin of WVWZZZ1KZAW000001 returned the carId 25573',
      got: 'status 404 to a value that the service itself returned',
      request: expect.stringMatching(/only=1; compared with GET \/api\/\?vin=\w+$/),
      reproduce: expect.stringMatching(/^curl .*'only=1'; curl .*'vin=\w+'$/),
      next: 'Make both operations read the same data; if there is nothing for the value, return 200 and an empty list.',
    },
  ]);
});

test.each([
  ['first', 1, "Look for the error behind this request in the service's log"],
  ['last', 2, 'at the end of this run: the same request had a valid response before'],
])(
  'the advice for an intermittent error in the %s of two identical requests is to look in the log',
  async (_, at, next) => {
    let count = 0;
    const { findings } = await verifyWith(
      (correct, { operation }) => {
        if (operation !== 'getFluids' || correct.status !== 200) return correct;
        count += 1;
        return count === at ? { ...correct, status: 500, body: errorBody('An error.') } : correct;
      },
      'full',
      { profile: 'live' },
    );
    expect(findings).toMatchObject([{ code: 'status', operation: 'getFluids', next: expect.stringContaining(next) }]);
    expect(findings[0]?.next).toContain('is intermittent');
  },
);

test('the wildcard check does not report a service that returns an empty list for every unknown name', async () => {
  const { findings } = await verifyWith(
    (correct, { operation }) =>
      operation === 'listModels' && correct.status === 404
        ? { ...correct, status: 200, body: { ...Object(example('listModels')), data: [] } }
        : correct,
    'full',
    { profile: 'deep' },
  );
  expect(new Set(findings.map(({ code, operation }) => `${code} ${operation}`))).toEqual(
    new Set(['not-found listModels']),
  );
});
