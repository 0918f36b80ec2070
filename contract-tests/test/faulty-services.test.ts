import { operationTable } from '@vehicle-lookup/operations';
import { expect, test } from 'vitest';
import { example, type Fault, inSuccess, KEY, verifyWith } from './service.ts';

type Named = [sentence: string, fault: Fault, code: string, operation: string, got: RegExp];

/** Which operation a request of one kind is made to is for the planner to choose. */
const ANY = '';
const selectors = operationTable.operations.flatMap((entry) => Object.keys(entry.selectors));

const faults: Named[] = [
  ['answers 201', inSuccess('getFluids', () => ({ status: 201 })), 'status', 'getFluids', /^status 201$/],
  [
    'answers 500 where nothing is found',
    (right) => (right.status === 404 ? { ...right, status: 500 } : right),
    'status',
    'decodeVin',
    /^status 500$/,
  ],
  [
    'leaves out a field',
    inSuccess('getVehicle', (body) => {
      delete body.data.make;
      return undefined;
    }),
    'schema',
    'getVehicle',
    /^\/data\/make: expected a value, got nothing$/,
  ],
  [
    'sends null for an empty string',
    inSuccess('getVehicle', (body) => {
      body.data.tonnage = null;
      return undefined;
    }),
    'schema',
    'getVehicle',
    /^\/data\/tonnage: .*got null$/,
  ],
  [
    'ends the timestamp in Z',
    inSuccess('listBrands', (body) => {
      body.timestamp = '2025-07-02T22:37:25Z';
      return undefined;
    }),
    'schema',
    'listBrands',
    /^\/timestamp: /,
  ],
  [
    "answers another operation's body",
    inSuccess('getOemParts', () => ({ body: example('getRepairTimes') })),
    'schema',
    'getOemParts',
    /\/data\/0\/group/,
  ],
  [
    'answers a failure with status 200',
    inSuccess('getEngines', () => ({ body: { success: false, message: 'none' } })),
    'schema',
    'getEngines',
    /\/success/,
  ],
  [
    'answers without credentials',
    (right, { query }) => (query.has('key') ? right : { ...right, status: 200, body: example('getFluids') }),
    'missing-credentials',
    ANY,
    /^status 200$/,
  ],
  [
    'takes any key',
    (right, { query, operation }) =>
      right.status === 401 && operation && query.get('key') === 'no-such-key'
        ? { ...right, status: 200, body: example(operation) }
        : right,
    'invalid-credentials',
    'decodeVin',
    /^status 200$/,
  ],
  [
    'takes the first of two selectors',
    (right, { query }) =>
      right.status === 400 && selectors.filter((name) => query.has(name)).length > 1
        ? { ...right, status: 200, body: example('listBrands') }
        : right,
    'several-selectors',
    ANY,
    /^status 200$/,
  ],
  [
    'answers HTML',
    inSuccess('listModels', () => ({ headers: { 'content-type': 'text/html' }, body: '<p>models</p>' })),
    'content-type',
    'listModels',
    /^text\/html$/,
  ],
  ['answers nothing', inSuccess('listModels', () => ({ body: '' })), 'empty-body', 'listModels', /^an empty body$/],
  [
    'answers broken JSON',
    inSuccess('listModels', () => ({ body: '{"success":' })),
    'not-json',
    'listModels',
    /not JSON/,
  ],
  [
    'repeats the key in an error',
    (right, { query }) =>
      right.status === 404 ? { ...right, body: { success: false, message: `no ${query.get('key')}` } } : right,
    'secret-echoed',
    'getVehicle',
    /^the secret in the body$/,
  ],
  [
    'repeats the key in a header',
    (right, { query }) => ({
      ...right,
      headers: { ...right.headers, link: encodeURIComponent(String(query.get('key'))) },
    }),
    'secret-echoed',
    'listBrands',
    /^the secret in the header link$/,
  ],
  [
    'redirects',
    (right, { query }) => ({
      ...right,
      status: 301,
      headers: { location: `/api/?key=${encodeURIComponent(query.get('key') ?? '')}` },
    }),
    'redirect',
    'decodeVin',
    /^a redirect \(301\)/,
  ],
  [
    'answers another vehicle',
    inSuccess('getVehicle', (body) => {
      body.data.carId += 1;
      return undefined;
    }),
    'meaning',
    'getVehicle',
    /^a vehicle with another carId$/,
  ],
  [
    'answers one vehicle twice among all matches',
    inSuccess('decodeVinAll', (body) => {
      body.data.push(body.data[0]);
      return undefined;
    }),
    'meaning',
    'decodeVinAll',
    /with the carId of an earlier one$/,
  ],
  [
    'ends production before it starts',
    inSuccess('decodeVin', (body) => {
      body.data.yearEnd = '1990';
      return undefined;
    }),
    'meaning',
    'decodeVin',
    /a yearEnd before its year$/,
  ],
];

test.each(faults)('a service that %s is caught', async (_, fault, code, operation, got) => {
  const report = await verifyWith(fault, undefined, { assumptions: 'enforce' });
  const found = report.findings.find(
    (finding) => finding.code === code && [ANY, finding.operation].includes(operation),
  );
  expect(found?.got).toMatch(got);
  expect(found?.request).toMatch(/^GET \/api\//);
  expect(report.verdict).toBe('not conformant');
  expect(JSON.stringify(report)).not.toContain(JSON.stringify(KEY).slice(1, -1));
});

test('a fault is held against the operation that has it, and against no other', async () => {
  const report = await verifyWith(inSuccess('getFluids', () => ({ status: 201 })));
  expect(report.findings.map(({ operation }) => operation)).toEqual(['getFluids']);
  const failed = report.cells.filter(({ state }) => state === 'fail');
  expect(failed).toEqual([
    { operation: 'getFluids', status: '200', envelope: 'full', state: 'fail', required: true, answers: 1 },
  ]);
});

test('an operation that hangs is an error of its cells, not a failure, and the run is incomplete', async () => {
  const report = await verifyWith((right, { operation }) =>
    operation === 'getFluids' && right.status === 200 ? 'silence' : right,
  );
  expect(report.findings).toMatchObject([
    { code: 'network', operation: 'getFluids', got: 'no whole answer within 0.3 s' },
  ]);
  expect(report.cells.filter(({ state }) => state === 'error')).toMatchObject([
    { operation: 'getFluids', status: '200' },
  ]);
  expect(report.verdict).toBe('incomplete');
});

test('a service that stops answering is not asked forty times more', async () => {
  let served = 0;
  const report = await verifyWith((right) => (++served > 20 ? 'silence' : right));
  expect(report.requests.spent).toBe(23);
  expect(report.verdict).toBe('incomplete');
  expect(report.cells.at(-1)?.reason).toBe('no request of this run asks for it');
  expect(report.cells.some(({ reason }) => reason === 'the service stopped answering')).toBe(true);
});

test('a service that never answers is told so at the first request', async () => {
  await expect(verifyWith(() => 'silence')).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:\d+\/api\/ does not answer: no whole answer within 0\.3 s; is the service running there/,
  );
});
