import { expect, test } from 'vitest';
import { loadCatalogue } from '../../self-test/catalogue.ts';
import { verifyFaulty } from '../../self-test/run.ts';
import { inSuccess, KEY, verifyWith } from '../support/service.ts';

const { faulty } = await loadCatalogue();

/** The first finding for some services of the catalogue. The planner chooses the operation of a wrong request. */
test.each<[name: string, code: string, operation: string | undefined, got: RegExp]>([
  ['created', 'status', 'getFluids', /^status 201 to a good request$/],
  ['missing-field', 'schema', 'getVehicle', /^an object without hmdMfrModelName$/],
  ['null-for-an-empty-text', 'schema', 'getVehicle', /^null$/],
  [
    'parts-as-repair-times',
    'schema',
    'getOemParts',
    /^the reply of getRepairTimes \(a list of \d+, each with workname, partname, hours\) to oemParts=1$/,
  ],
  ['no-key-needed', 'missing-credentials', undefined, /^status 200 to a request without key$/],
  [
    'takes-the-first-of-several',
    'several-selectors',
    undefined,
    /^status 200 to a request with the selectors of two operations/,
  ],
  ['html-content-type', 'content-type', 'decodeVin', /^text\/html$/],
  ['key-in-an-error', 'secret-echoed', undefined, /^the key in the body, at \/message, percent-encoded$/],
  ['key-in-a-link', 'secret-echoed', 'listVariants', /^the key in the header link, percent-encoded$/],
  [
    'redirect-to-another-host',
    'redirect',
    'getEngines',
    /^a redirect \(307\) to https:\/\/engines\.example\.com, to a good request$/,
  ],
  ['another-vehicle', 'meaning', 'getVehicle', /^carId \d+, not \d+$/],
  ['one-vehicle-twice', 'meaning', 'decodeVinAll', /^carId \d+ in \/data\/\d+ and again in \/data\/\d+$/],
  ['production-ends-before-it-starts', 'meaning', 'decodeVin', /^year "?\d+"?, yearEnd "?\d+"? in \/data$/],
  ['unpaired-surrogate', 'unpaired-surrogate', 'getEngines', /^half of a surrogate pair$/],
])('the finding for %s names the operation and what came', async (name, code, operation, got) => {
  const fault = faulty.find((own) => own.name === name);
  if (!fault) throw new Error(`the catalogue has no ${name}`);
  const { failing } = await verifyFaulty(fault);
  const found = failing.find((own) => own.code === code && (operation ?? own.operation) === own.operation);
  expect(found?.got).toMatch(got);
  expect(found?.request).toMatch(/^GET \/api\//);
  expect(JSON.stringify(failing)).not.toContain(JSON.stringify(KEY).slice(1, -1));
});

/** What a reader needs beside the values: the status, the evidence, what the words leave open, and what to do. */
test.each<
  [
    name: string,
    code: string,
    facts: Partial<
      Record<
        'request' | 'got' | 'received' | 'reading' | 'next' | 'clause' | 'reproduce' | 'pointer' | 'expected',
        RegExp
      >
    >,
  ]
>([
  [
    'engines-of-another-car',
    'meaning',
    {
      request: /^GET .*getEngines=1; compared with GET \/api\/\?vin=\w+$/,
      received: /^status 200; \/data\/0\/Brand "Toyota"; decodeVin of the same VIN: \/data\/make "Volkswagen"$/,
      next: /^One of the two is of another car/,
    },
  ],
  [
    'brand-twice',
    'meaning',
    { received: /^status 200; \/data\/0 \{.*"slug":"audi"\}; \/data\/1 \{.*"slug":"audi"\}$/, next: /list it once/ },
  ],
  [
    'engines-as-decode',
    'schema',
    {
      got: /^the reply of decodeVin \(one record: carId, vin, make, …\) to getEngines=1$/,
      next: /^Make the service obey getEngines=1: it answers as if only vin were sent\. A list around this record would not help\.$/,
    },
  ],
  [
    'production-reversed-by-lookup',
    'meaning',
    {
      clause: /^service\.5b$/,
      got: /^getVehicle exchanges year and yearEnd: year "2012" in getVehicle, "2008" in decodeVin/,
      received: /"year":"2012","yearEnd":"2008"}; decodeVin: .*"year":"2008","yearEnd":"2012"}$/,
      next: /^In getVehicle, write the start of production in year and the end in yearEnd\.$/,
    },
  ],
  [
    'plan-not-checked',
    'plan-not-checked',
    {
      reading: /^The clause limits .* That the refusal is a 403 is the assumption plan-restriction\.$/,
      next: /^Make getOemParts check the plan of the account, and refuse with 403\. If .* name another account/,
    },
  ],
  [
    'no-content-type',
    'content-type',
    { received: /^status \d+; no content-type; the body begins { ?"success"/, next: /^The body is JSON already/ },
  ],
  ['html-where-nothing-is-found', 'content-type', { next: /^Replace the HTML page by a JSON body/ }],
  ['unprocessable', 'status', { reading: /which vin is valid; errors\.400 gives 400 to any other one\.$/ }],
  [
    'brands-for-models',
    'selector-ignored',
    {
      got: /^the \d+ entries of listBrands, the same as to brands=1$/,
      next: /^models=1 runs listBrands: route it to listModels\.$/,
    },
  ],
  [
    'foreign-parameter-ignored',
    'foreign-parameter',
    {
      got: /^status 200 to a request with \w+, which is not a parameter of \w+$/,
      next: /^Make \w+ refuse a parameter/,
    },
  ],
  [
    'zero-for-off',
    'selector-value',
    {
      got: /^status 200 to a request whose selector has the value 0, which was answered as decodeVin$/,
      next: /^Refuse a selector with another value than 1 with 400 before an operation is chosen\./,
    },
  ],
  [
    'single-month',
    'schema',
    {
      expected: /, for example "10\.2008 - 11\.2012" or "10\.2008 - "$/,
      got: /^"10\.2008", a string, in 1 of \d+ entries$/,
      reading: /^The document states the form as a pattern; "10.* and "10\.2008 - " keep it\.$/,
      next: /^Write typeYears in the form of one of the examples: /,
    },
  ],
  [
    'carId-beyond-precision',
    'carId-positive',
    { next: /^Use another identifier, or send carId within \d+: readers of JSON round/ },
  ],
  [
    'failure-as-a-success',
    'schema',
    { received: /"success": false, "message": "/, next: /^If the lookup failed, send the status/ },
  ],
  ['no-success', 'schema', { next: /^Send success in every reply of this status\.$/ }],
  ['numbers-as-text', 'schema', { next: /in cubicCapacityCcm, powerHpFrom and cylinder\. A number stands without/ }],
  ['unit-in-a-number', 'schema', { next: /without quotation marks and unit\.$/ }],
  [
    'key-in-base64',
    'secret-echoed',
    {
      received: /^status \d+; set-cookie: session=\*\*\*$/,
      next: /decode the value by base64 -d/,
      reading: /no clause says it/,
    },
  ],
  [
    'gzip-in-name-only',
    'content-encoding',
    { received: /^status 200; content-encoding: gzip$/, next: /^Encode the body as gzip, or leave/ },
  ],
  [
    'problem-json',
    'content-type',
    {
      received: /^status 4\d\d; content-type: application\/problem.*; the body begins {.*; in this run .*not on 200$/,
      next: /^The body is JSON already, change only the header: send .* with errors, too\. .*has to declare it/,
      reading: /The clause does not name it/,
    },
  ],
  ['redirect-to-a-login', 'redirect', { clause: /^authentication\.3$/, next: /^Answer with 401/ }],
  [
    'no-such-user',
    'invalid-credentials',
    { clause: /^authentication\.3$/, next: /^(Answer 401 for a user that does not exist|Check the credentials)/ },
  ],
  [
    'post-as-get',
    'options',
    {
      next: /^Answer POST with 405 and Allow/,
      reading: /^Decides what endpoints\.request \("All operations: method GET, .*"\) leaves open: Other methods/,
    },
  ],
  ['long-vin', 'malformed-parameter', { got: /too long: 18 characters/ }],
  [
    'body-breaks-off',
    'not-json',
    {
      got: /^a body that ends after \d+ characters \(\d+ bytes, ended as chunked\)/,
      next: /^HTTP says that the cut body is whole/,
    },
  ],
  [
    'gzip-breaks-off',
    'not-json',
    {
      got: /^a gzip body that breaks off: \d+ characters unpacked \(ended as chunked\)/,
      next: /^Close the compressor/,
      reproduce: /^curl -sS -i -G --compressed /,
    },
  ],
  [
    'unescaped-line-break',
    'not-json',
    {
      got: /^a raw line break \(U\+000A\) inside a string, at character \d+, after ….*"Change$/,
      received: /"Change⏎every/,
      reading: /RFC 8259, section 7\.$/,
      next: /^Write the body with a JSON serializer/,
    },
  ],
  [
    'warning-before-the-body',
    'not-json',
    {
      got: /^text in front of the JSON, which begins at character \d+ and is whole$/,
      received: /<br \/> <b>Notice<\/b>: Undefined index/,
      next: /^A warning of the runtime/,
    },
  ],
  [
    'kilowatts-as-horsepower',
    'field-meanings',
    { received: /"kwPowerFrom":140,"powerHpFrom":103/, reading: /and \d more clauses leave open/ },
  ],
  [
    'unpaired-surrogate',
    'unpaired-surrogate',
    {
      pointer: /^\/data\/0\/\w+/,
      received: /\\ud[89a-f]/,
      reading: /not Unicode text/,
      next: /^Find where this text is cut/,
    },
  ],
  [
    'retry-after-as-a-word',
    'retry-after',
    {
      reading: /Standard: RFC 9110, section 10\.2\.3\.$/,
      next: /^Write the number of seconds into Retry-After, for example 60\.$/,
    },
  ],
  ['no-head', 'head', { reading: /RFC 9110, section 9\.1: general-purpose servers support GET and HEAD\.$/ }],
  ['header-inner-server', 'internals-in-headers', { reading: /which machine to try; no client needs it\.$/ }],
  ['server-error-for-wrong-requests', 'status', { next: /^The service recognises the mistake, .*: send 400\./ }],
  [
    'server-error-where-nothing-is-found',
    'status',
    {
      next: /^Look into the log of the service .*: 500 is for faults of the server, not of the request\./,
      reading: /keeps 5xx for faults of the server\.$/,
    },
  ],
  [
    'half-of-an-envelope',
    'envelopes',
    {
      expected: /^both or neither of timestamp and api_version$/,
      got: /^`timestamp` without `api_version`: half of the full envelope$/,
      next: /^Add `api_version`: each response carries it \(versioning\.1\)\./,
    },
  ],
  [
    'timestamp-without-offset',
    'schema',
    {
      expected: /^a date-time with a UTC offset in timestamp, for example "[\d-]+T[\d:]+\+00:00"$/,
      got: /a string: the UTC offset is missing \(for example \+00:00\)$/,
      next: /^Write the UTC offset behind the time/,
    },
  ],
  ['single-quotes', 'not-json', { next: /json\.dumps/ }],
  [
    'repeated-member-in-last-record',
    'repeated-member',
    { got: /twice, the second time at character \d+$/, received: /"ValueText":.*u0054ext":"4,3"/ },
  ],
  ['not-a-number', 'not-json', { got: /at "NaN"/, next: /^JSON has no such number/ }],
  ['default-values', 'missing-parameter', { next: /refuse a request without \w+ with 400/ }],
])('the finding for %s shows the evidence, what its words leave open, and what to do', async (name, code, facts) => {
  const fault = faulty.find((own) => own.name === name);
  if (!fault) throw new Error(`the catalogue has no ${name}`);
  const { failing } = await verifyFaulty(fault);
  const found = failing.find((own) => own.code === code && (facts.clause?.test(own.clause ?? '') ?? true));
  expect(found).toMatchObject(
    Object.fromEntries(Object.entries(facts).map(([fact, pattern]) => [fact, expect.stringMatching(pattern)])),
  );
  expect(failing.filter(({ request, received }) => request !== '' && !/^status \d{3}/.test(received ?? ''))).toEqual(
    [],
  );
});

test('a malformed VIN with made-up credentials breaks a clause only where no order of the refusals explains the reply', async () => {
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

test('a fault of one operation fails no other', async () => {
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
    { code: 'network', operation: 'getFluids', got: 'no whole reply within 10 s' },
  ]);
  expect(report.cells.filter(({ state }) => state === 'error')).toMatchObject([
    { operation: 'getFluids', status: '200' },
  ]);
  expect(report.verdict).toBe('incomplete');
});

test('a service that stops answering gets no further requests', async () => {
  let served = 0;
  const report = await verifyWith((right) => (++served > 20 ? 'silence' : right));
  expect(report.requests.spent).toBe(23);
  expect(report.verdict).toBe('incomplete');
  expect(report.cells.at(-1)?.reason).toBe('no request can ask for it');
  expect(report.cells.some(({ reason }) => reason === 'the service stopped answering')).toBe(true);
});

test('a service that never answers ends the run at the first request', async () => {
  await expect(verifyWith(() => 'silence')).rejects.toThrow(
    /^http:\/\/127\.0\.0\.1:\d+\/api\/ does not answer: no whole reply within 10 s; is the service running there/,
  );
});

test('a finding names the operation that a selector with the value 0 ran instead, also where its record fits into a list', async () => {
  const fault = faulty.find(({ name }) => name === 'zero-for-off');
  if (!fault) throw new Error('the catalogue has no zero-for-off');
  const { failing } = await verifyFaulty(fault);
  const ofAllCars = failing.find(({ operation, request }) => operation === 'decodeVinAll' && request.includes('=0'));
  expect(ofAllCars?.got).toMatch(/the value 0, which was answered as decodeVin$/);
});
