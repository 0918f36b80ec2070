import { test } from 'vitest';
import { type ExpectedTexts, expectTexts } from '../support/finding-texts.ts';

test.each<[name: string, code: string, texts: ExpectedTexts]>([
  [
    'engines-of-another-car',
    'meaning',
    {
      request: /^GET .*getEngines=1; compared with GET \/api\/\?vin=\w+$/,
      received: /^status 200; \/data\/0\/Brand "Toyota"; decodeVin of the same VIN: \/data\/make "Volkswagen"$/,
      next: /^One of the two belongs to a different car/,
    },
  ],
  [
    'brand-twice',
    'meaning',
    {
      received: /^status 200; \/data\/0 \{.*"slug":"audi"\}; \/data\/1 \{.*"slug":"audi"\}$/,
      next: /list the entry once/,
    },
  ],
  [
    'production-reversed-by-lookup',
    'meaning',
    {
      clause: /^service\.5b$/,
      title: /^Two operations disagree on the year and yearEnd of one vehicle$/,
      got: /^year "2012" in getVehicle, "2008" in decodeVin/,
      received: /"year":"2012","yearEnd":"2008"}; decodeVin: .*"year":"2008","yearEnd":"2012"}$/,
      next: /they differ in year and yearEnd\.$/,
    },
  ],
  [
    'plan-not-checked',
    'plan-not-checked',
    {
      reading: /^The clause limits .* That the rejection is a 403 is the assumption plan-restriction\.$/,
      next: /^Return 403 if the account's plan does not include the operation\. If .* name another account/,
    },
  ],
  [
    'no-content-type',
    'content-type',
    {
      received: /^status \d+; no content-type; the body begins { ?"success"/,
      next: /^Send Content-Type: application\/json in every response/,
    },
  ],
  ['html-where-nothing-is-found', 'content-type', { next: /^Send a JSON body with Content-Type/ }],
  ['unprocessable', 'status', { reading: /which vin is valid; any other vin gets 400 \(errors\.400\)\.$/ }],
  [
    'brands-for-models',
    'selector-ignored',
    {
      got: /^the \d+ entries of listBrands$/,
      next: /^Route models=1 to listModels, /,
    },
  ],
  [
    'foreign-parameter-ignored',
    'foreign-parameter',
    {
      got: /^status 200 to a request with a parameter that \w+ does not have \(\w+\)$/,
      next: /^Reject a request with a parameter/,
    },
  ],
  [
    'zero-for-off',
    'selector-value',
    {
      got: /^status 200 to a request with \w+=0, with the response of decodeVin$/,
      next: /^Reject a request with \w+=0 with 400 before the lookup\./,
    },
  ],
  [
    'carId-beyond-precision',
    'carId-positive',
    { title: /^carId is \d+, not a number <= \d+$/, next: /^Write a number <= \d+ in carId/ },
  ],
  [
    'key-in-base64',
    'secret-echoed',
    {
      received: /^status \d+; set-cookie: session=\w*\*\*\*=*$/,
      next: /, in every encoding\.$/,
      reading: /no clause states it/,
    },
  ],
  [
    'gzip-in-name-only',
    'content-encoding',
    {
      received: /^status 200; content-encoding: gzip$/,
      next: /^Encode the body as Content-Encoding states .* or omit/,
    },
  ],
  [
    'problem-json',
    'content-type',
    {
      received: /^status 4\d\d; content-type: application\/problem.*; the body begins {/,
      scope: /^incorrect with status .*; correct with 200$/,
      next: /^Send Content-Type: application\/json .* errors included; any other media type must be declared/,
      reading: /the clause does not name it/,
    },
  ],
  ['redirect-to-a-login', 'redirect', { clause: /^authentication\.3$/, next: /^Return 401/ }],
  [
    'no-such-user',
    'invalid-credentials',
    { clause: /^authentication\.3$/, next: /^(Answer 401 for a user that does not exist|Reject a request)/ },
  ],
  [
    'post-as-get',
    'options',
    {
      next: /^Return 405 for POST, not 200\./,
      title: /^POST returns 200, not 405$/,
      reading: /^No clause decides it\. Left open: Methods other than GET\.$/,
    },
  ],
  ['long-vin', 'malformed-parameter', { got: /too long: 18 characters/ }],
  [
    'body-breaks-off',
    'not-json',
    {
      got: /^a body that ends after \d+ characters \(\d+ bytes, ended as chunked\)/,
      next: /^Find out where the body is truncated/,
    },
  ],
  [
    'gzip-breaks-off',
    'not-json',
    {
      got: /^a body that ends after \d+ characters \(gzip, ended as chunked\)/,
      next: /^Close the compressor/,
      reproduce: /^curl -sS -i -G --compressed /,
    },
  ],
  [
    'unescaped-line-break',
    'not-json',
    {
      got: /^U\+000A at character \d+, after ….*"Change$/,
      received: /"Change\\nevery/,
      next: /^Write the body with a JSON serializer, which escapes control characters/,
    },
  ],
  [
    'warning-before-the-body',
    'not-json',
    {
      got: /^a body that begins with "<br \/>/,
      received: /<br \/> <b>Notice<\/b>: Undefined index/,
      next: /^Send only JSON, .* no warnings before the JSON/,
    },
  ],
  [
    'kilowatts-as-horsepower',
    'field-meanings',
    { received: /"kwPowerFrom":140,"powerHpFrom":103/, reading: /^No clause decides it\./ },
  ],
  [
    'unpaired-surrogate',
    'unpaired-surrogate',
    {
      pointer: /^\/data\/0\/\w+/,
      received: /\\ud[89a-f]/,
      reading: /not Unicode text/,
      next: /^Find where this string is truncated/,
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
  ['header-inner-server', 'internals-in-headers', { reading: /weaknesses and machines to try; no client needs it\.$/ }],
  [
    'server-error-for-wrong-requests',
    'status',
    { next: /^Reject a request .* with 400 before the lookup, not with 500; look for the error in the service's log/ },
  ],
  [
    'server-error-where-nothing-is-found',
    'status',
    {
      next: /^Return 404 where .*, not with 500; look for the error in the service's log\./,
      reading: /reserves 5xx for server faults\.$/,
    },
  ],
  ['single-quotes', 'not-json', { got: /at "'", at character 2/, next: /JSON serializer/ }],
  [
    'repeated-field-in-last-record',
    'repeated-field',
    { got: /twice, the second time at character \d+$/, received: /"ValueText":.*u0054ext":"4,3"/ },
  ],
  ['not-a-number', 'not-json', { got: /at "NaN"/, next: /^JSON has no such number/ }],
  ['default-values', 'missing-parameter', { next: /^Reject a request without \w+ with 400/ }],
  [
    'latin-1-errors',
    'not-utf-8',
    { got: /^the byte FC, at byte \d+/, received: /read as Latin-1 it is ".*dafür/, next: /^Encode the body in UTF-8/ },
  ],
  ['gzip-without-a-name', 'not-utf-8', { next: /If it is gzip, send Content-Encoding: gzip\.$/ }],
  ['encoded-twice', 'encoded-twice', { expected: /: "ГАЗ"$/, next: /^Read the stored text as UTF-8/ }],
  ['callback', 'not-json', { got: /^a body that begins with "callback\(/, next: /no JSONP call\.$/ }],
  ['open-fluids', 'missing-credentials', { scope: /^correct in 9 other operations$/ }],
  ['nothing-found-as-an-empty-list', 'status', { title: /returns 200 and an empty list, not 404$/ }],
  [
    'nothing-charged',
    'charging',
    { received: /; ratelimit "allowance": \d+ left after the last of \d+ successes, \d+ after the first$/ },
  ],
  ['trailing-comma', 'not-json', { got: /at "\]", at character \d+, after .*,$/ }],
  [
    'rejects-in-getFluids-with-400',
    'status',
    { scope: /^carId=25573 returns 200 in /, next: /^Find out which parameter/ },
  ],
  [
    'model-not-looked-at',
    'not-found',
    {
      title: /\d+ records of the valid request/,
      next: /^Return 404 where nothing is found for a well-formed model, never other data/,
    },
  ],
  [
    'length-in-characters',
    'not-json',
    { got: /^a body that ends after \d+ characters \(\d+ bytes,/, next: /Content-Length that counts characters/ },
  ],
  [
    'header-debugger',
    'internals-in-headers',
    { scope: /^in every response$/, next: /switch off debugging in production\.$/ },
  ],
  ['variant-ends-before-it-starts', 'meaning', { got: /, 1 of 3 records$/ }],
  ['partial-content', 'status', { next: /^Send the whole list with 200/ }],
])('the finding for %s shows the evidence, the reading and the next step', expectTexts);
