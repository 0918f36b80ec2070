import { operationTable } from '@vehicle-lookup/contract';
import { validate } from '@vehicle-lookup/contract/validators';
import { describe, expect, test } from 'vitest';
import { createCharge } from '../src/allowance.ts';
import { readDocument } from '../src/document.ts';
import { createFaults } from '../src/faults.ts';
import type { MockOptions } from '../src/index.ts';
import { createMock } from '../src/mock.ts';
import { examples, queryOf } from './document.ts';
import { start } from './start.ts';

const brands = 'brands=1';
const fluids = 'carId=1&fluids=1';

describe('delays', () => {
  test.each<[MockOptions, string | undefined, number | undefined, number | undefined]>([
    [{ delay: [20, 30] }, undefined, 20, 30],
    [{}, 'delay=2000', 2000, 2000],
    [{ delay: [5000, 5000] }, 'delay=1-9', 1, 9],
    [{ delay: [5000, 5000] }, 'delay=0', undefined, undefined],
    [{}, undefined, undefined, undefined],
  ])('the delay of %j with Prefer: %s is between %s and %s ms', async (options, prefer, least, most) => {
    const responseTo = await createMock(readDocument(), options);
    const { delay, status } = await responseTo({ query: `user=u&key=k&${brands}`, headers: prefer ? { prefer } : {} });
    expect(status).toBe(200);
    if (least === undefined || most === undefined) expect(delay).toBeUndefined();
    else expect([delay ?? 0, least, most].toSorted((one, other) => one - other)).toEqual([least, delay, most]);
  });

  test('a delay affects only its own response', async () => {
    const { mock, get } = await start({});
    const abort = new AbortController();
    let isOpen = true;
    const held = fetch(`${mock.address}/api/?user=u&key=k&${brands}`, {
      headers: { prefer: 'delay=600000' },
      signal: abort.signal,
    }).then(
      () => {
        isOpen = false;
      },
      () => {},
    );
    expect((await get(brands)).status).toBe(200);
    expect(isOpen).toBe(true);
    abort.abort();
    await held;
  });
});

describe('failures', () => {
  test('the same seed produces the same faults at the configured rates', () => {
    const sequence = (seed: number) => {
      const next = createFaults({ delay: [50, 400], fail: 20, cut: 5, seed });
      return Array.from({ length: 2000 }, next);
    };
    const faults = sequence(7);
    expect(sequence(7)).toEqual(faults);
    expect(sequence(8)).not.toEqual(faults);
    const share = (kind: 'fail' | 'cut') => faults.filter((fault) => fault[kind]).length / faults.length;
    expect(share('fail')).toBeCloseTo(0.2, 1);
    expect(share('cut')).toBeCloseTo(0.05, 1);
    expect(Math.min(...faults.map(({ delay }) => delay))).toBeGreaterThanOrEqual(50);
    expect(Math.max(...faults.map(({ delay }) => delay))).toBeLessThanOrEqual(400);
  });

  test('a request that fails returns the declared server error', async () => {
    const { get } = await start({ fail: 100 });
    const { status, body } = await get(fluids);
    expect(status).toBe(500);
    expect(validate('getFluids', 500, body)).toMatchObject({ ok: true });
  });

  test('a connection that is closed without a response is logged as cut', async () => {
    const { get, log } = await start({ cut: 100 });
    await expect(get(brands)).rejects.toThrow();
    expect(log).toEqual(['GET cut listBrands']);
  });

  test('Prefer: fail makes one request fail without affecting the next request', async () => {
    const { get } = await start({});
    await expect(get(brands, 'fail=cut')).rejects.toThrow();
    expect((await get(brands, 'fail=error')).status).toBe(500);
    expect((await get(brands)).status).toBe(200);
  });

  test('the same seed makes the same requests fail', async () => {
    const run = async () => {
      const { get } = await start({ fail: 30, seed: 5 });
      const statuses = [];
      for (let count = 0; count < 20; count++) statuses.push((await get(brands)).status);
      return statuses;
    };
    const statuses = await run();
    expect(await run()).toEqual(statuses);
    expect(new Set(statuses)).toEqual(new Set([200, 500]));
  });
});

describe('the allowance', () => {
  test('the allowance decreases with each successful response until requests return 429', async () => {
    const { get } = await start({ allowance: { limit: 2, windowSeconds: 604_800 } });
    const left = async (user?: string) => (await get(fluids, '', user)).headers.get('ratelimit');
    expect(await left()).toMatch(/^"allowance";r=1;t=60\d{4}$/);
    expect((await get(fluids, 'code=404')).status).toBe(404);
    expect(await left()).toMatch(/^"allowance";r=0;t=/);
    const rejected = await get(fluids);
    expect(rejected.status).toBe(429);
    expect(Number(rejected.headers.get('retry-after'))).toBeGreaterThan(604_790);
    expect(rejected.headers.get('ratelimit-policy')).toBe('"allowance";q=2;w=604800');
    expect(validate('getFluids', 429, rejected.body)).toMatchObject({ ok: true });
    expect(await left('other')).toMatch(/r=1/);
  });

  test.each(['code=200', 'example=simplified', 'empty=true'])(
    'a response chosen by Prefer: %s is not charged',
    async (prefer) => {
      const { get } = await start({ allowance: { limit: 2, windowSeconds: 604_800 } });
      await get(fluids, prefer);
      expect((await get(fluids)).headers.get('ratelimit')).toMatch(/r=1;/);
    },
  );

  test('the allowance has a rolling window', () => {
    let now = 0;
    const charge = createCharge({ limit: 2, windowSeconds: 10 }, () => now);
    const at = (time: number) => {
      now = time * 1000;
      const { isExhausted, headers } = charge('u');
      return [isExhausted, headers['retry-after']];
    };
    expect([at(0), at(4), at(6), at(10), at(11)]).toEqual([
      [false, undefined],
      [false, undefined],
      [true, '4'],
      [false, undefined],
      [true, '3'],
    ]);
  });
});

test('an operation that the plan lacks returns 403', async () => {
  const { get } = await start({ planLacks: ['getOemParts'] });
  expect((await get('carId=1&oemParts=1')).status).toBe(403);
  expect((await get('carId=1&timeRepair=1')).status).toBe(200);
});

test('a reserved value returns its status if the flag is set, but not otherwise', async () => {
  const { get } = await start({ byInput: true });
  expect((await get('vin=ZZZZZZZZZZZZZZ404')).status).toBe(404);
  expect((await get('carId=999999429&fluids=1')).status).toBe(429);
  expect((await get('carId=999999403&oemParts=1')).status).toBe(403);
  expect((await get('brand=zz-500&models=1')).status).toBe(500);
  // getFluids does not declare 403.
  expect((await get('carId=999999403&fluids=1')).status).toBe(200);
  const plain = await start({});
  expect((await plain.get('vin=ZZZZZZZZZZZZZZ404')).status).toBe(200);
});

describe('Prefer: dynamic', () => {
  const dynamic = 'dynamic=true';

  test.each(operationTable.operations.map(({ id }) => id))(
    'dynamic data for %s is valid and contains the current time',
    async (id) => {
      const { get } = await start({ seed: 3 });
      const { body } = await get(queryOf(id), dynamic);
      expect(validate(id, 200, body)).toMatchObject({ ok: true, undocumented: [] });
      expect(Math.abs(Date.parse(body.timestamp) - Date.now())).toBeLessThan(86_400_000);
    },
  );

  test('a dynamic body has readable names and the requested carId', async () => {
    const { get } = await start({ seed: 3 });
    const { body } = await get('carId=4711&only=1', dynamic);
    expect(body.data).toMatchObject({ carId: 4711, make: expect.stringMatching(/^\p{Lu}\p{L}+/u) });
    const list = await get(brands, dynamic);
    const slugs = list.body.data.map(({ slug }: { slug: string }) => slug);
    expect(new Set(slugs).size).toBe(slugs.length);
  });

  test('dynamic lists have different lengths', async () => {
    const { get } = await start({ seed: 3 });
    const lengths = new Set<number>();
    for (let count = 0; count < 20; count++) lengths.add((await get(brands, dynamic)).body.data.length);
    expect(lengths.size).toBeGreaterThan(2);
  });

  test('dynamic data is the same for the same seed', async () => {
    const one = await start({ seed: 3 });
    const two = await start({ seed: 3 });
    const data = async ({ get }: typeof one) => [
      (await get(fluids, dynamic)).body.data,
      (await get(brands, dynamic)).body.data,
    ];
    expect(await data(one)).toEqual(await data(two));
  });
});

describe('Prefer: empty', () => {
  const lists = ['decodeVinAll', 'getFluids', 'getOemParts', 'getRepairTimes', 'listBrands', 'listModels'];

  test.each([...lists, 'listVariants', 'getEngines'])('an empty list for %s is valid in each envelope', async (id) => {
    const { get } = await start({});
    for (const example of examples.filter(({ operation, status }) => operation === id && status === '200')) {
      const prefer = `empty=true, example=${example.name}`;
      const { status, body } = await get(queryOf(id), prefer);
      expect(status).toBe(200);
      expect(Array.isArray(body) ? body : body.data).toEqual([]);
      expect(validate(id, 200, body)).toMatchObject({ ok: true });
      expect(Object.keys(body)).toEqual(Array.isArray(body) ? [] : Object.keys(Object(example.body)));
    }
    expect((await get(queryOf(id), 'empty=true')).body.data).toEqual([]);
  });

  test.each([
    ['decodeVin', 'empty=true', 'decodeVin 200 has no list that may be empty'],
    ['getFluids', 'empty=true, code=404', 'getFluids 404 has no list that may be empty'],
    ['getFluids', 'empty=yes', 'empty must be true or false'],
    ['getFluids', 'emty=true', 'unknown preference; did you mean empty?'],
  ])('an empty list is rejected for %s with Prefer: %s', async (id, prefer, message) => {
    const { get } = await start({});
    const { status, body } = await get(queryOf(id), prefer);
    expect(status).toBe(400);
    expect(body.message).toContain(message);
  });
});
