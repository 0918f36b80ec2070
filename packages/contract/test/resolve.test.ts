import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { exampleBodies } from '@vehicle-lookup/openapi';
import { describe, expect, test } from 'vitest';
import { errorBody, operationTable, type QueryErrorKind, readBaseUrl, resolveOperation } from '../src/index.ts';

const VIN = 'WVWZZZ1KZAW000001';

function kindOf(query: string): QueryErrorKind | string {
  const resolution = resolveOperation(query);
  return resolution.ok ? resolution.operation : resolution.error.kind;
}
const withCredentials = (query: string) => kindOf(`user=u&key=k&${query}`);

describe('a valid query selects its operation', () => {
  test.each([
    [`vin=${VIN}`, 'decodeVin'],
    [`vin=${VIN}&allCars=1`, 'decodeVinAll'],
    ['carId=5&only=1', 'getVehicle'],
    ['carId=5&fluids=1', 'getFluids'],
    ['carId=5&oemParts=1', 'getOemParts'],
    ['carId=5&timeRepair=1', 'getRepairTimes'],
    ['brands=1', 'listBrands'],
    ['brand=volkswagen&models=1', 'listModels'],
    ['brand=volkswagen&model=golf&variants=1', 'listVariants'],
    [`vin=${VIN}&getEngines=1`, 'getEngines'],
  ])('%s: %s', (query, operation) => expect(withCredentials(query)).toBe(operation));

  test('parameters may be in any order', () => {
    expect(kindOf(`fluids=1&key=k&carId=5&user=u`)).toBe('getFluids');
  });

  test('the parameters are returned as sent', () => {
    expect(resolveOperation('user=u&key=k&brand=%D0%93%D0%90%D0%97&models=1')).toEqual({
      ok: true,
      operation: 'listModels',
      parameters: { brand: 'ГАЗ' },
    });
  });

  test('decoded pairs and a raw query string have the same result', () => {
    const pairs = new URLSearchParams({ user: 'u', key: 'k', brands: '1' });
    expect(resolveOperation(pairs)).toEqual(resolveOperation(pairs.toString()));
  });
});

describe('an invalid query returns the kind of its first error', () => {
  test.each([
    ['carId=5&fluids=1&oemParts=1', 'several-selectors'],
    ['carId=5&fluids=0&oemParts=0', 'several-selectors'],
    [`vin=${VIN}&allCars=0`, 'selector-value'],
    [`vin=${VIN}&allCars=`, 'selector-value'],
    [`vin=${VIN}&allCars=true`, 'selector-value'],
    ['allCars=1', 'missing-parameter'],
    ['', 'missing-parameter'],
    ['carId=5', 'foreign-parameter'],
    ['vin=WVWZZZ1', 'malformed-parameter'],
    [`vin=${VIN}0`, 'malformed-parameter'],
    ['vin=WVWZZZ1KZAW00000I', 'malformed-parameter'],
    ['vin=WVWZZZ1KZAW00000O', 'malformed-parameter'],
    ['vin=WVWZZZ1KZAW00000Q', 'malformed-parameter'],
    [`vin=${VIN.toLowerCase()}`, 'malformed-parameter'],
    [`vin=%20${VIN}`, 'malformed-parameter'],
    ['carId=abc&only=1', 'malformed-parameter'],
    ['carId=0&only=1', 'malformed-parameter'],
    ['carId=-1&only=1', 'malformed-parameter'],
    ['carId=0x10&only=1', 'malformed-parameter'],
    [`carId=${'9'.repeat(5000)}&only=1`, 'malformed-parameter'],
    ['carId=1e3&only=1', 'malformed-parameter'],
    ['carId=%205&only=1', 'malformed-parameter'],
    ['carId=05&only=1', 'malformed-parameter'],
    ['carId=9007199254740993&only=1', 'malformed-parameter'],
    [`vin=${VIN}&ALLCARS=1`, 'unknown-parameter'],
    ['brands=1&page=2', 'unknown-parameter'],
    ['carId=5&fluids=1&brand=volkswagen', 'foreign-parameter'],
    [`vin=${VIN}&vin=${VIN}`, 'repeated-parameter'],
    ['carId=5&fluids=1&fluids=1', 'repeated-parameter'],
    ['brand=&models=1', 'malformed-parameter'],
    ['__proto__=1&constructor=1&brands=1', 'unknown-parameter'],
  ])('%s: %s', (query, kind) => expect(withCredentials(query)).toBe(kind));

  test.each([
    ['brands=1'],
    ['brands=1&user=u'],
    ['brands=1&key=k'],
    ['brands=1&user=&key=k'],
    ['brands=1&user=u&key='],
    ['brands=1&user=u&key=k&key=k'],
    ['brands=1&user=u&user=v&key=k'],
    ['fluids=1&oemParts=1&nonsense=1'],
  ])('missing credentials take precedence over other errors: %s', (query) =>
    expect(kindOf(query)).toBe('missing-credentials'),
  );

  test('the status is 401 for missing credentials and 400 for other query errors', () => {
    expect(resolveOperation('brands=1')).toMatchObject({ error: { status: 401 } });
    expect(resolveOperation('user=u&key=k&brands=2')).toMatchObject({ error: { status: 400 } });
  });
});

test.each([
  ['http://h', 'http://h'],
  ['http://h/', 'http://h'],
  ['http://h/api', 'http://h'],
  ['http://h/api/', 'http://h'],
  ['https://h/v2/api/', 'https://h/v2'],
  ['http://api', 'http://api'],
  ['http://api/api', 'http://api'],
  ['http://h:4010/v2/', 'http://h:4010/v2'],
])('the base URL of %s is %s', (text, base) => expect(readBaseUrl(text)).toBe(base));

test.each(['h', 'localhost:4000', 'ftp://h', 'http://u:p@h', 'http://h/?key=cAnArY', 'http://h/#cAnArY', ''])(
  '%j is rejected without being repeated',
  (text) => {
    expect(() => readBaseUrl(text)).toThrow(/^expected a base URL such as/);
    expect(() => readBaseUrl(text)).not.toThrow(/cAnArY/);
  },
);

// For every kind of error, the document contains an example query and response body, which must match the resolver.
const document = JSON.parse(
  readFileSync(createRequire(import.meta.url).resolve('@vehicle-lookup/spec/openapi.json'), 'utf8'),
);
const examples = exampleBodies(document);
// All operations share these responses.
const examplesOf = (status: string) =>
  examples.filter((example) => example.operation === examples[0]?.operation && example.status === status);

const credentials = operationTable.credentials.map((name) => `${name}=x`).join('&');

test.each(examplesOf('400'))(
  'the example $name is the response to the query in its summary',
  ({ name, summary, body }) => {
    const query = summary ?? '';
    expect(query, `${name}: expected a summary that is the query`).toContain('=');
    const resolution = resolveOperation(`${credentials}&${query}`);
    expect(resolution).toMatchObject({ ok: false, error: { kind: name, status: 400 } });
    if (!resolution.ok) expect(body).toEqual(errorBody(resolution.error.message));
  },
);

test('the example missing-credentials is the response to a query without credentials', () => {
  const example = examplesOf('401').find(({ name }) => name === 'missing-credentials');
  const resolution = resolveOperation('');
  if (resolution.ok) expect.unreachable();
  else expect(example?.body).toEqual(errorBody(resolution.error.message));
});
