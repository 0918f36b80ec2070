import { describe, expect, test } from 'vitest';
import { createVehicleLookup, type Layer } from '../../src/index.ts';
import { createAllowance } from '../../src/layers/allowance.ts';
import { createCache } from '../../src/layers/cache.ts';
import { createLimiter } from '../../src/layers/limiter.ts';
import { turns } from '../support/service.ts';

const account = { baseUrl: 'http://127.0.0.1:9', user: 'demo', key: 'CANARY-7391' };
const brands = () => Response.json({ success: true, data: [] });
const allowanceOf = (limit: number) => createAllowance({ limit, windowSeconds: 86_400 });
const reversed = <T>(items: T[]) => items.toReversed();

describe.each<[string, (layers: Layer[]) => Layer[]]>([
  ['in documented order', (layers) => layers],
  ['in reverse order', reversed],
])('layers %s', (_, arranged) => {
  function client(limit = 5, answer: () => Promise<Response> = async () => brands()) {
    const allowance = allowanceOf(limit);
    const seen = { requests: 0 };
    const fetch = () => {
      seen.requests++;
      return answer();
    };
    const layers = arranged([createCache({ maxAge: 60 }), createLimiter(), allowance.layer]);
    return { allowance, seen, lookup: createVehicleLookup({ ...account, fetch, layers, retry: false }) };
  }

  test('count one consultation for identical calls, concurrent or later', async () => {
    const { allowance, seen, lookup } = client();
    await Promise.all([lookup.listBrands(), lookup.listBrands()]);
    await lookup.listBrands();
    expect([seen.requests, await allowance.remaining()]).toEqual([1, 4]);
  });

  test('return kept responses when the allowance is exhausted', async () => {
    const { lookup } = client(1);
    await lookup.listBrands();
    expect(await lookup.listModels('vw').safe()).toMatchObject({ error: { code: 'quota_exhausted' } });
    expect((await lookup.listBrands()).headers.get('age')).toBe('1');
  });

  test('keep the response to an aborted call, so that the next call is not charged', async () => {
    const answer = Promise.withResolvers<Response>();
    const { allowance, seen, lookup } = client(5, () => answer.promise);
    const controller = new AbortController();
    const aborted = lookup.listBrands({ signal: controller.signal }).safe();
    await turns();
    controller.abort();
    expect(await aborted).toMatchObject({ error: { code: 'aborted' } });
    answer.resolve(brands());
    await turns();
    expect((await lookup.listBrands()).headers.get('age')).toBe('1');
    expect([seen.requests, await allowance.remaining()]).toEqual([1, 4]);
  });
});

test('a custom layer keeps its position', async () => {
  const seen: string[] = [];
  const own =
    (name: string): Layer =>
    (next) =>
    (address, init) => {
      seen.push(name);
      return next(address, init);
    };
  const layers = [own('first'), allowanceOf(5).layer, own('between'), createCache({ maxAge: 60 }), own('last')];
  const lookup = createVehicleLookup({ ...account, fetch: async () => brands(), layers });
  await lookup.listBrands();
  await lookup.listBrands();
  expect(seen).toEqual(['first', 'between', 'last', 'first']);
});

test('a cache and an allowance with different charge options are rejected with advice', () => {
  const layers = [createCache({ maxAge: 60, charge: 'lookup' }), allowanceOf(5).layer];
  expect(() => createVehicleLookup({ ...account, layers })).toThrow(
    "layers: the cache has charge 'lookup', the allowance has charge 'success'. Use the same value for both.",
  );
});

test('an allowance that is listed twice counts a request once', async () => {
  const allowance = allowanceOf(5);
  const layers = [allowance.layer, createCache({ maxAge: 60 }), allowance.layer];
  await createVehicleLookup({ ...account, fetch: async () => brands(), layers }).listBrands();
  expect(await allowance.remaining()).toBe(4);
});

test('two caches are accepted, such as a memory cache in front of a directory', async () => {
  const caches = [createCache({ maxAge: 60 }), createCache({ maxAge: 60 })];
  let requests = 0;
  const fetch = async () => {
    requests++;
    return brands();
  };
  const lookup = createVehicleLookup({ ...account, fetch, layers: caches });
  await lookup.listBrands();
  await lookup.listBrands();
  expect(requests).toBe(1);
});
