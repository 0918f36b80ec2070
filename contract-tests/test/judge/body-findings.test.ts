import { test } from 'vitest';
import { type ExpectedTexts, expectTexts } from '../support/finding-texts.ts';

test.each<[name: string, code: string, texts: ExpectedTexts]>([
  [
    'engines-as-decode',
    'schema',
    {
      got: /^the response of decodeVin to getEngines=1$/,
      next: /^Make the service obey getEngines=1: it behaves as if only vin were sent instead\.$/,
    },
  ],
  [
    'single-month',
    'schema',
    {
      title: /^typeYears is "10\.2008", not text of the documented format$/,
      got: /^"10\.2008", a string, in 1 of \d+ entries$/,
      next: /^Write .* in typeYears, for example "10\.2008 - 11\.2012" or "10\.2008 - "\.$/,
    },
  ],
  [
    'failure-as-a-success',
    'schema',
    {
      title: /^A failure is sent with status 200$/,
      received: /^status 200; \{"success":false,"message":"/,
      next: /^Send the status of the error instead of 200/,
    },
  ],
  ['no-success', 'schema', { next: /^Send success in every such response\.$/ }],
  [
    'numbers-as-text',
    'schema',
    {
      title: /^cubicCapacityCcm, powerHpFrom and cylinder are each a string, not an integer/,
      next: /^Write an integer .*, for example \d+\.$/,
    },
  ],
  [
    'unit-in-a-number',
    'schema',
    { got: /^"\d+ kW", a string/, next: /^Write an integer in kiloWatts, for example \d+/ },
  ],
  [
    'half-of-an-envelope',
    'envelopes',
    {
      title: /^timestamp is not part of this envelope$/,
      expected: /^no timestamp without the other fields of its envelope$/,
      next: /^Send the whole envelope that has timestamp, or leave timestamp out\./,
    },
  ],
  [
    'timestamp-without-offset',
    'schema',
    {
      title: /^timestamp is "[\d-]+T[\d:]+", not text of the documented format$/,
      expected: /^text of the documented format in timestamp$/,
      scope: /^correct in 9 other operations$/,
      next: /^Write text of .* in timestamp, for example "[\d-]+T[\d:]+\+00:00"\.$/,
    },
  ],
  ['timestamp-with-a-blank', 'schema', { title: /^timestamp is "[\d-]+ / }],
  ['timestamp-in-utc', 'schema', { title: /^timestamp is ".*Z", not / }],
  ['timestamp-as-number', 'schema', { next: /^Write .* in timestamp, for example "2025-/ }],
  ['upper-case-slug', 'schema', { title: /^slug is "[A-Z].*", not /, next: /, for example "[a-z0-9-]+"/ }],
  ['hours-and-minutes', 'schema', { got: /^"\d+:\d\d", a string/, next: /, for example "\d+\.\d+"/ }],
  ['details-as-text', 'schema', { title: /^EngineDetails is JSON in a string$/, next: /it was serialized twice\.$/ }],
  ['list-as-object', 'schema', { got: /^an object with 0, 1, /, next: /^Send an array in data/ }],
  ['list-of-one-vehicle', 'schema', { title: /^data is an array, not an object$/, next: /without a list around it/ }],
  [
    'one-fluid-alone',
    'schema',
    { got: /^an object with ItemMPText, /, next: /^Send an array in data, even with only one element\.$/ },
  ],
  ['paged-list', 'schema', { title: /^data is an object, not an array$/, got: /^an object with items, / }],
  ['attributes-as-object', 'schema', { next: /^Send an array in EngineAttributes/ }],
  ['bare-list', 'schema', { title: /^The body is an array, not an object$/, next: /as shown in its examples\.$/ }],
  ['body-as-text', 'schema', { title: /^The body is JSON in a string$/ }],
  ['null-for-a-list', 'schema', { next: /^Send \[\] in data where there is no value, not null\.$/ }],
  ['null-for-an-empty-text', 'schema', { next: /^Send "" in tonnage where there is no value, not null\.$/ }],
  ['part-number-as-number', 'schema', { next: /^Write a string in oe_number, for example "/ }],
  [
    'vehicle.axleType-as-a-boolean',
    'schema',
    { title: /^axleType is true, not a string$/, next: /^Write a string in axleType/ },
  ],
  ['fraction-for-an-integer', 'schema', { title: /^kiloWatts is 102\.97, not an integer/ }],
  [
    'renamed-field',
    'schema',
    {
      title: /^carId is missing$/,
      got: /; not documented: car_id$/,
      received: /^status 200; only car_id, vin|^status 200; only vin/,
      next: /if car_id contains the value, rename car_id\.$/,
    },
  ],
  [
    'missing-field-in-the-last-record',
    'schema',
    { title: /^valves is missing in 1 of 3 entries$/, scope: /^correct in decodeVin and getVehicle$/ },
  ],
  ['framework-rejection', 'error-body', { scope: /^incorrect with status 401; correct with 200, 400/ }],
])('the finding for %s describes the error in the body and the next step', expectTexts);
