import { expect, test } from 'vitest';
import { catalogue } from '../../self-test/catalogue.ts';
import { verifyFaulty } from '../../self-test/run.ts';
import { inSuccess, KEY, verifyWith } from '../support/service.ts';

const { faulty } = catalogue;

/** The expected finding for some services in the catalogue. The plan determines the operation of an invalid request. */
test.each<[name: string, code: string, operation: string | undefined, got: RegExp]>([
  ['created', 'status', 'getFluids', /^status 201 to a valid request$/],
  ['missing-field', 'schema', 'getVehicle', /^an object without hmdMfrModelName$/],
  ['null-for-an-empty-text', 'schema', 'getVehicle', /^null$/],
  ['parts-as-repair-times', 'schema', 'getOemParts', /^the response of getRepairTimes to oemParts=1$/],
  ['no-key-needed', 'missing-credentials', undefined, /^status 200 to a request without key$/],
  [
    'takes-the-first-of-several',
    'several-selectors',
    undefined,
    /^status 200 to a request with the selectors of two operations/,
  ],
  ['html-content-type', 'content-type', 'decodeVin', /^text\/html$/],
  ['key-in-an-error', 'secret-echoed', undefined, /^the key in the body, at \/message$/],
  ['key-in-a-link', 'secret-echoed', 'listVariants', /^the key in the header link$/],
  [
    'redirect-to-another-host',
    'redirect',
    'getEngines',
    /^status 307, with https:\/\/engines\.example\.com in Location$/,
  ],
  ['another-vehicle', 'meaning', 'getVehicle', /^carId \d+, not \d+$/],
  ['one-vehicle-twice', 'meaning', 'decodeVinAll', /^carId \d+ in \/data\/\d+ and again in \/data\/\d+$/],
  ['production-ends-before-it-starts', 'meaning', 'decodeVin', /^year "?\d+"?, yearEnd "?\d+"? in \/data$/],
  ['unpaired-surrogate', 'unpaired-surrogate', 'getEngines', /^half of a surrogate pair$/],
])('the finding for %s names the operation and the response', async (name, code, operation, got) => {
  const fault = faulty.find((own) => own.name === name);
  if (!fault) throw new Error(`the catalogue has no ${name}`);
  const { failing } = await verifyFaulty(fault);
  const found = failing.find((own) => own.code === code && (operation ?? own.operation) === own.operation);
  expect(found?.got).toMatch(got);
  expect(found?.request).toMatch(/^GET \/api\//);
  expect(JSON.stringify(failing)).not.toContain(JSON.stringify(KEY).slice(1, -1));
});

test('the response to a malformed VIN with made-up credentials violates a clause only if no order of checks explains it', async () => {
  const answered = (status: number) =>
    verifyWith(
      (right, { query }) =>
        query.get('vin') === '!' && query.get('user') === 'no-such-user' ? { ...right, status } : right,
      'full',
      { profile: 'deep' },
    );
  expect((await answered(400)).findings).toMatchObject([{ code: 'precedence', level: 'contradiction' }]);
  expect((await answered(404)).findings).toMatchObject([{ code: 'invalid-credentials', clause: 'authentication.3' }]);
});

test('a fault in one operation does not fail other operations', async () => {
  const report = await verifyWith(inSuccess('getFluids', () => ({ status: 201 })));
  expect(report.findings.map(({ operation }) => operation)).toEqual(['getFluids']);
  const failed = report.cells.filter(({ state }) => state === 'fail');
  expect(failed).toEqual([
    { operation: 'getFluids', status: '200', envelope: 'full', state: 'fail', required: true, answers: 1 },
  ]);
});

test('an operation that does not respond is an error, not a failure, and the run is incomplete', async () => {
  const report = await verifyWith((right, { operation }) =>
    operation === 'getFluids' && right.status === 200 ? 'silence' : right,
  );
  expect(report.findings).toMatchObject([
    { code: 'network', operation: 'getFluids', got: 'no complete response within 10 s' },
  ]);
  expect(report.cells.filter(({ state }) => state === 'error')).toMatchObject([
    { operation: 'getFluids', status: '200' },
  ]);
  expect(report.verdict).toBe('incomplete');
});

test('a service that stops responding receives no further requests', async () => {
  let served = 0;
  const report = await verifyWith((right) => (++served > 20 ? 'silence' : right));
  // Twenty requests with a response, and three without.
  expect(report.requests.spent).toBe(20 + 3);
  expect(report.verdict).toBe('incomplete');
  expect(report.cells.at(-1)?.reason).toBe('no request can cause this response');
  expect(report.cells.some(({ reason }) => reason === 'the service stopped responding')).toBe(true);
});

test('the run ends at the first request if the service never responds', async () => {
  await expect(verifyWith(() => 'silence')).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:\d+\/api\/ does not respond: no complete response within 10 s; check the base URL/,
  );
});

test('a finding names the operation that responded to a selector with the value 0', async () => {
  const fault = faulty.find(({ name }) => name === 'zero-for-off');
  if (!fault) throw new Error('the catalogue has no zero-for-off');
  const { failing } = await verifyFaulty(fault);
  const ofAllCars = failing.find(({ operation, request }) => operation === 'decodeVinAll' && request.includes('=0'));
  expect(ofAllCars?.got).toMatch(/with allCars=0, with the response of decodeVin$/);
});
