import { operationTable } from '@vehicle-lookup/contract';
import type { operations } from '@vehicle-lookup/contract/types';
import { startMock } from '@vehicle-lookup/testing';
import fc from 'fast-check';
import { describe, expect, expectTypeOf, test } from 'vitest';
import { examples } from '../src/fakes/examples.gen.ts';
import { type AnswersOf, answers, fakeFetch } from '../src/fakes/fake-fetch.ts';
import { createVehicleLookup } from '../src/index.ts';
import { methodOf, wrong } from './support/untyped.ts';

const account = { user: 'demo', key: 'CANARY-7391', retry: false } as const;
const connect = (...given: Parameters<typeof fakeFetch>) =>
  createVehicleLookup({ baseUrl: 'https://vehicles.example.com', ...account, fetch: fakeFetch(...given) });
const inputs: Record<string, string | number> = {
  vin: 'WVWZZZ1KZAW000001',
  carId: 25573,
  brand: 'volkswagen',
  model: 'golf',
};

const { address: baseUrl } = await startMock();

const queryOf = (id: string): URLSearchParams => {
  const { selectors = {}, parameters = {} } = operationTable.operations.find((operation) => operation.id === id) ?? {};
  const values = Object.keys(parameters).map((name) => [name, String(inputs[name])]);
  return new URLSearchParams({ user: 'demo', key: 'demo', ...Object.fromEntries(values), ...selectors });
};

const every = Object.entries(examples).flatMap(([id, statuses]) =>
  Object.entries(statuses).flatMap(([status, named]) =>
    Object.keys(named).map((name) => ({ id, status: Number(status), name })),
  ),
);

describe.each(operationTable.operations)('$id', ({ id, parameters }) => {
  test('returns the first example by default, which the client parses', async () => {
    const given = Object.keys(parameters).map((name) => inputs[name]);
    expect(await methodOf(connect(), id)(...given)).toMatchObject({ ok: true, data: expect.anything(), issues: [] });
  });

  const mine = every.filter((one) => one.id === id);
  test.each(mine)('returns the $status example $name like the mock', async ({ status, name }) => {
    const make: AnswersOf<'getFluids'> = answers[id as 'getFluids'];
    const answer = status === 200 ? make.ok(undefined, wrong(name)) : make.status(wrong(status), wrong(name));
    const query = `/api/?${queryOf(id)}`;
    const faked = await fakeFetch({ [id]: answer })(`http://localhost${query}`, {});
    const mocked = await fetch(`${baseUrl}${query}`, { headers: { prefer: `code=${status}, example=${name}` } });
    expect(faked.status).toBe(mocked.status);
    expect(await faked.json()).toEqual(await mocked.json());
  });
});

async function compare(query: URLSearchParams): Promise<void> {
  const faked = await fakeFetch()(`http://localhost/api/?${query}`, {});
  const mocked = await fetch(`${baseUrl}/api/?${query}`);
  expect(faked.status, `${query}`).toBe(mocked.status);
  expect(await faked.json(), `${query}`).toEqual(await mocked.json());
}

const values = [
  '',
  '0',
  '1',
  '01',
  '-1',
  '1e3',
  ' 1',
  'true',
  'golf',
  '世',
  '9007199254740991',
  '9007199254740992',
  'WVWZZZ1',
  'WVWZZZ1K',
  'WVWZZZ1KZAW000001',
  'WVWZZZ1KZAW0000012',
  'wvwzzz1kzaw000001',
  'WVWZZZ1KZAW00000I',
];

test.each(Object.keys(examples))('fakeFetch and the mock accept and reject the same values of %s', async (id) => {
  for (const name of [...queryOf(id).keys()]) {
    for (const value of values) {
      const query = queryOf(id);
      query.set(name, value);
      await compare(query);
    }
  }
});

test('any query gets the same response from fakeFetch and the mock', async () => {
  const names = [
    ...new Set(
      operationTable.operations.flatMap(({ selectors, parameters }) => Object.keys({ ...selectors, ...parameters })),
    ),
  ];
  const name = fc.constantFrom(...names, 'user', 'key', 'page', 'VIN');
  // Changes to a valid request, so that many requests remain valid or contain only one error.
  const requests = fc.tuple(
    fc.constantFrom(...Object.keys(examples)),
    fc.array(fc.tuple(fc.constantFrom('append', 'set', 'delete'), name, fc.constantFrom(...values)), { maxLength: 3 }),
  );
  const same = fc.asyncProperty(requests, async ([id, changes]) => {
    const query = queryOf(id);
    for (const [change, where, what] of changes) {
      if (change === 'delete') query.delete(where);
      else query[change as 'append'](where, what);
    }
    await compare(query);
  });
  await fc.assert(same, { numRuns: process.env.DEEP ? 5_000 : 200 });
});

test('overrides replace parts of the example', async () => {
  const client = connect({ decodeVin: answers.decodeVin.ok({ data: { make: 'Audi', year: '' } }) });
  const { data, timestamp } = await client.decodeVin('WVWZZZ1KZAW000001');
  expect(data).toMatchObject({ carId: 25573, make: 'Audi', model: 'Golf VI' });
  expect(data).not.toHaveProperty('year');
  expect(timestamp).toBe('2025-07-02T22:37:25+00:00');
});

test('a list in the overrides replaces the example list, and its items are completed from the example', async () => {
  const items = async (given: Parameters<typeof answers.getFluids.ok>[0]) =>
    (await connect({ getFluids: answers.getFluids.ok(given) }).getFluids(1)).raw;
  expect(await items({ data: [] })).toMatchObject({ data: [] });
  const many = (await items({ data: [{ ItemMPText: 'Oil' }, {}, { ItemMPText: 'Coolant' }, {}, {}, {}, {}, {}] })) as {
    data: object[];
  };
  expect(many.data).toHaveLength(8);
  expect(many.data[0]).toMatchObject({ ItemMPText: 'Oil', ValueText: expect.any(String) });
  expect(many.data[7]).toMatchObject({ ItemMPText: expect.any(String), ValueText: expect.any(String) });
});

test('an override does not change the example', async () => {
  const before = JSON.stringify(answers.decodeVin.ok().body);
  answers.decodeVin.ok({ data: { make: 'Audi' } });
  expect(JSON.stringify(answers.decodeVin.ok().body)).toBe(before);
});

test('changing an answer does not change other answers', async () => {
  Object.assign((answers.decodeVin.ok().body as { data: object }).data, { make: 'Audi' });
  expect((await connect({}).decodeVin('WVWZZZ1KZAW000001')).data.make).toBe('Volkswagen');
});

test('an operation with an undefined answer returns the default answer', async () => {
  const brands = await connect({ listBrands: undefined }).listBrands();
  expect(brands.data.length).toBeGreaterThan(0);
});

test('a function returns an answer for the inputs', async () => {
  const client = connect({
    getFluids: ({ carId }) => (carId === 1 ? answers.getFluids.ok(undefined, 'bare') : answers.getFluids.status(404)),
  });
  expect((await client.getFluids(1)).raw).toBeInstanceOf(Array);
  expect(await client.getFluids(2).safe()).toMatchObject({ status: 404, error: { code: 'not_found' } });
});

test('a function may return a response, or throw an error, which becomes a network error', async () => {
  const html = connect({ listBrands: () => new Response('<html>', { status: 200 }) });
  expect(await html.listBrands().safe()).toMatchObject({ error: { code: 'invalid_response' } });
  const cut = connect({
    listBrands: () => {
      throw new TypeError('cut');
    },
  });
  expect(await cut.listBrands().safe()).toMatchObject({ error: { code: 'network' } });
});

test('headers can be added to an answer', async () => {
  const limited = { ...answers.listBrands.status(429), headers: { 'Retry-After': '86400' } };
  expect(await connect({ listBrands: limited }).listBrands().safe()).toMatchObject({
    error: { code: 'quota_exhausted', retryAfter: 86_400 },
  });
});

test('a fake request can be aborted', async () => {
  const client = connect({ listBrands: () => new Promise(() => {}) });
  expect(await client.listBrands({ timeout: 20 }).safe()).toMatchObject({ error: { code: 'timeout' } });
  const given = fakeFetch()(`http://localhost/api/?${queryOf('listBrands')}`, { signal: AbortSignal.abort() });
  await expect(given).rejects.toThrow('abort');
});

test('any other path returns 404', async () => {
  expect((await fakeFetch()('http://localhost/v2?brands=1', {})).status).toBe(404);
});

test('only declared statuses and examples compile', () => {
  type FailureOf<Id extends 'getFluids' | 'getOemParts'> = Exclude<keyof operations[Id]['responses'], 200>;
  expectTypeOf(answers.getFluids.status).parameter(0).toEqualTypeOf<FailureOf<'getFluids'>>();
  expectTypeOf(answers.getOemParts.status).parameter(0).toEqualTypeOf<FailureOf<'getOemParts'>>();
  expectTypeOf<403>().toExtend<FailureOf<'getOemParts'>>();
  expectTypeOf(answers.getFluids.ok).parameter(1).toEqualTypeOf<'full' | 'simplified' | 'bare' | undefined>();
  // @ts-expect-error getFluids does not declare 403
  expect(() => answers.getFluids.status(403)).toThrow(
    'getFluids: expected one of the statuses 200, 400, 401, 404, 429, 500, and',
  );
  // @ts-expect-error an unknown example
  expect(() => answers.getFluids.status(404, 'gone')).toThrow(
    'getFluids: expected one of the statuses 200, 400, 401, 404, 429, 500, and',
  );
  // @ts-expect-error an unknown field
  answers.decodeVin.ok({ data: { brand: 'Audi' } });
  // @ts-expect-error the answer of a different operation
  fakeFetch({ getFluids: answers.listBrands.ok() });
});

test('the error for an invalid request does not repeat the request', async () => {
  for (const query of [
    'user=CANARY',
    'user=u&key=CANARY&fluids=CANARY',
    'user=u&key=CANARY&CANARY=1',
    'user=u&key=CANARY&vin=CANARY&brands=1',
  ]) {
    const response = await fakeFetch()(`http://localhost/api/?${query}`, {});
    expect(await response.text()).not.toContain('CANARY');
  }
});

test('with the path of a proxy, fakeFetch accepts only requests without credentials', async () => {
  const ask = async (query: string) => {
    const response = await fakeFetch({}, '/vehicles')(`https://shop.example.com/vehicles/api/?${query}`, {});
    return [response.status, await response.text()];
  };
  expect(await ask('carId=25573&fluids=1')).toEqual([200, expect.stringContaining('Engine oil')]);
  expect(await ask('user=demo&key=demo&carId=25573&fluids=1')).toEqual([400, expect.any(String)]);
});

test('an unknown operation or status is rejected with a suggestion of valid values', () => {
  expect(() => fakeFetch({ decodVin: answers.decodeVin.ok() } as never)).toThrow(
    'fakeFetch: decodVin: unknown option; did you mean decodeVin?',
  );
  expect(() => answers.listBrands.status(418 as 401)).toThrow(
    'expected one of the statuses 200, 400, 401, 404, 429, 500, and',
  );
});
