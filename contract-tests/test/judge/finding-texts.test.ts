import { expect, test } from 'vitest';
import { loadCatalogue } from '../../self-test/catalogue.ts';
import { verifyFaulty } from '../../self-test/run.ts';

const { faulty } = await loadCatalogue();

test.each<
  [
    name: string,
    code: string,
    facts: Partial<
      Record<
        | 'title'
        | 'request'
        | 'got'
        | 'expected'
        | 'received'
        | 'scope'
        | 'reading'
        | 'next'
        | 'clause'
        | 'reproduce'
        | 'pointer',
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
      next: /^Check the plan of the account, and refuse with 403\. If .* name another account/,
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
      got: /^status 200 to a request with a parameter that \w+ does not have \(\w+\)$/,
      next: /^Refuse a parameter/,
    },
  ],
  [
    'zero-for-off',
    'selector-value',
    {
      got: /^status 200 to a request with \w+=0, which was answered as decodeVin$/,
      next: /^Refuse a selector with another value than 1 with 400 before an operation is chosen\./,
    },
  ],
  [
    'single-month',
    'schema',
    {
      expected: /, for example "10\.2008 - 11\.2012" or "10\.2008 - "$/,
      got: /^"10\.2008", a string, in 1 of \d+ entries$/,
      title: /^typeYears is one month/,
      next: /^Add the end, or write only the dash .*: "10\.2008 - "\.$/,
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
    {
      title: /^A failure is sent with status 200$/,
      received: /; success: false; no data; message: "/,
      next: /^There is no data: send the status/,
    },
  ],
  ['no-success', 'schema', { next: /^Send success in every such reply\.$/ }],
  [
    'numbers-as-text',
    'schema',
    {
      title: /^cubicCapacityCcm, powerHpFrom and cylinder are each a text, not a number$/,
      next: /^Leave the quotation marks out: \d+\.$/,
    },
  ],
  ['unit-in-a-number', 'schema', { next: /^Write the number alone, without quotation marks and unit: \d+\.$/ }],
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
      received: /^status 4\d\d; content-type: application\/problem.*; the body begins {/,
      scope: /^also with status .*; not with 200$/,
      next: /^The body is JSON already, change only the header: send .* with every reply, errors included\. .*has to declare it/,
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
      title: /^POST is answered with 200, not with 405$/,
      reading:
        /^No clause decides it\. Other methods .* Nearest: endpoints\.request \("All operations: method GET, .*"\)\.$/,
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
    { received: /"kwPowerFrom":140,"powerHpFrom":103/, reading: /and \d more\.$/ },
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
      title: /^timestamp has no UTC offset$/,
      expected: /^YYYY-MM-DDThh:mm:ss and the UTC offset, such as \+00:00, in timestamp$/,
      scope: /^right in 9 other operations$/,
      next: /^Write the UTC offset behind the time: "[\d-]+T[\d:]+\+00:00"\.$/,
    },
  ],
  ['single-quotes', 'not-json', { next: /json\.dumps/ }],
  [
    'repeated-member-in-last-record',
    'repeated-member',
    { got: /twice, the second time at character \d+$/, received: /"ValueText":.*u0054ext":"4,3"/ },
  ],
  ['not-a-number', 'not-json', { got: /at "NaN"/, next: /^JSON has no such number/ }],
  ['default-values', 'missing-parameter', { next: /^Refuse a request without \w+ with 400/ }],
  [
    'timestamp-with-a-blank',
    'schema',
    {
      title: /^timestamp has a blank between date and time, not a T$/,
      next: /^Write T between .*: "[\d-]+T[\d:+]+"\.$/,
    },
  ],
  ['timestamp-in-utc', 'schema', { title: /^timestamp ends with Z/, next: /^Write \+00:00 in place of Z: / }],
  ['timestamp-as-number', 'schema', { next: /^Write the time as text, such as "2025-.*not as a count of seconds/ }],
  ['upper-case-slug', 'schema', { title: /^slug has capital letters$/, next: /^Write it in lower case: "[a-z-]+"\.$/ }],
  ['hours-and-minutes', 'schema', { next: /^Write hours as one decimal number: "\d+\.\d+"\.$/ }],
  ['details-as-text', 'schema', { title: /^EngineDetails is JSON as a text/, next: /it is serialized twice\.$/ }],
  [
    'list-as-object',
    'schema',
    { title: /the numbers of a list as names/, next: /^Write data as an array of its values/ },
  ],
  [
    'list-of-one-vehicle',
    'schema',
    { title: /^data is a list of 1, not a record$/, next: /without the list around it/ },
  ],
  [
    'one-fluid-alone',
    'schema',
    { title: /^data is one record alone, not a list$/, next: /^Put the record into a list/ },
  ],
  ['paged-list', 'schema', { title: /an object around the list/, next: /^Move the list from data\.items to data\.$/ }],
  ['attributes-as-object', 'schema', { next: /^Write EngineAttributes as an array of objects with Group, Name/ }],
  ['bare-list', 'schema', { title: /^The body is a bare list/, next: /the list belongs into data\.$/ }],
  ['body-as-text', 'schema', { title: /^The body is JSON as a text/ }],
  ['null-for-a-list', 'schema', { next: /^Send \[\] in data where there is nothing, not null\.$/ }],
  ['null-for-an-empty-text', 'schema', { next: /^Send "" in tonnage where there is no value, not null\.$/ }],
  ['part-number-as-number', 'schema', { next: /^Write it in quotation marks, as the document has it: "/ }],
  [
    'vehicle.axleType-as-a-boolean',
    'schema',
    { title: /^axleType is true, not a text$/, next: /^Send the text itself/ },
  ],
  ['fraction-for-an-integer', 'schema', { next: /^Round it: \d+\.$/ }],
  [
    'renamed-field',
    'schema',
    {
      title: /^carId is missing; car_id stands in its place$/,
      received: /not documented: car_id: \d+$/,
      next: /rename it to carId/,
    },
  ],
  [
    'missing-field-in-the-last-record',
    'schema',
    { title: /^valves is missing in 1 of 3 entries$/, scope: /^right in decodeVin and getVehicle$/ },
  ],
  [
    'latin-1-errors',
    'not-utf-8',
    { got: /^the byte FC, at byte \d+/, received: /read as Latin-1 it is ".*dafür/, next: /^Encode the body in UTF-8/ },
  ],
  ['gzip-without-a-name', 'not-utf-8', { title: /^The body is gzip, and no header says so$/ }],
  ['encoded-twice', 'encoded-twice', { expected: /: "ГАЗ"$/, next: /^Read the stored text as UTF-8/ }],
  ['callback', 'not-json', { got: /^a call for scripts \(JSONP\), callback/ }],
  [
    'open-fluids',
    'missing-credentials',
    { scope: /^refused rightly in 9 other operations; of \d+ requests with other wrong/ },
  ],
  ['nothing-found-as-an-empty-list', 'status', { title: /is answered with 200 and an empty list, not with 404$/ }],
  [
    'nothing-charged',
    'charging',
    { received: /; ratelimit: \d+ left after the last of \d+ successes, \d+ after the first$/ },
  ],
  ['trailing-comma', 'not-json', { title: /^A comma stands behind/, next: /^Leave the comma out/ }],
  [
    'refuses-in-getFluids-with-400',
    'status',
    { scope: /^carId=25573 is answered with 200 by /, next: /would be 404\.$/ },
  ],
  [
    'model-not-looked-at',
    'not-found',
    {
      title: /the \d+ records of the good request/,
      next: /^The records are those of the good request: .* model is looked at at all\. /,
    },
  ],
  [
    'length-in-characters',
    'not-json',
    { next: /^The body has 4 bytes more than characters\. .*Content-Length counts/ },
  ],
  ['framework-refusal', 'error-body', { scope: /^wrong with status 401; right with 200, 400/ }],
  ['header-debugger', 'internals-in-headers', { scope: /^in every reply$/, next: /^Switch debugging off/ }],
  ['variant-ends-before-it-starts', 'meaning', { got: /, 1 of 3 records$/ }],
  [
    'production-reversed-by-lookup',
    'meaning',
    { clause: /^service\.5b$/, title: /^getVehicle exchanges year and yearEnd of a vehicle$/ },
  ],
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
