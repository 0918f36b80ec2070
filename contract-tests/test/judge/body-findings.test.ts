import { test } from 'vitest';
import { type ExpectedTexts, expectTexts } from '../support/finding-texts.ts';

test.each<[name: string, code: string, texts: ExpectedTexts]>([
  [
    'engines-as-decode',
    'schema',
    {
      got: /^the response of decodeVin \(one record: carId, vin, make, …\) to getEngines=1$/,
      next: /^Make the service obey getEngines=1: it answers as if only vin were sent\. A list around this record would not help\.$/,
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
    'failure-as-a-success',
    'schema',
    {
      title: /^A failure is sent with status 200$/,
      received: /; success: false; no data; message: "/,
      next: /^There is no data: send the status/,
    },
  ],
  ['no-success', 'schema', { next: /^Send success in every such response\.$/ }],
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
  [
    'timestamp-with-a-blank',
    'schema',
    {
      title: /^timestamp has a blank between date and time, not a T$/,
      next: /^Write T between .*: "[\d-]+T[\d:+]+"\.$/,
    },
  ],
  ['timestamp-in-utc', 'schema', { title: /^timestamp ends with Z/, next: /^Write \+00:00 instead of Z: / }],
  ['timestamp-as-number', 'schema', { next: /^Write a string in timestamp, as the document has it: "2025-/ }],
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
  ['part-number-as-number', 'schema', { next: /^Write a string in oe_number, as the document has it: "/ }],
  [
    'vehicle.axleType-as-a-boolean',
    'schema',
    { title: /^axleType is true, not a string$/, next: /^Write a string in axleType/ },
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
  ['framework-rejection', 'error-body', { scope: /^wrong with status 401; right with 200, 400/ }],
])('the finding for %s says what is wrong in the body, where, and the value that is right', expectTexts);
