import { describe, expect, test } from 'vitest';
import { createVehicleLookup, type Fetch } from '../../src/index.ts';
import { coalesce } from '../../src/layers/coalesce.ts';
import { turns } from '../support/service.ts';

const account = { baseUrl: 'http://127.0.0.1:9', user: 'demo', key: 'demo' };

function fake() {
  const answer = Promise.withResolvers<Response>();
  const seen = { requests: 0, aborted: false };
  const fetch: Fetch = async (_, { signal }) => {
    seen.requests++;
    signal?.addEventListener('abort', () => {
      seen.aborted = true;
    });
    return (await answer.promise).clone();
  };
  return { answer, seen, lookup: createVehicleLookup({ ...account, fetch, layers: [coalesce()], retry: false }) };
}
const brands = () => Response.json({ success: true, data: [{ slug: 'vw' }] });

describe('equal calls at the same time', () => {
  test('are one request, and each gets the response', async () => {
    const { answer, seen, lookup } = fake();
    const calls = [lookup.listBrands(), lookup.listBrands(), lookup.listModels('vw')];
    answer.resolve(brands());
    const results = await Promise.all(calls);
    expect(results.map(({ data }) => data)).toEqual(Array(3).fill([{ slug: 'vw' }]));
    expect(seen.requests).toBe(2);
  });

  test('get the same failure', async () => {
    const { answer, seen, lookup } = fake();
    const calls = [lookup.listBrands().safe(), lookup.listBrands().safe()];
    answer.reject(new TypeError('cut'));
    for (const call of calls) expect(await call).toMatchObject({ error: { code: 'network' } });
    expect(seen.requests).toBe(1);
  });
});

test('a later call makes a request of its own', async () => {
  const { answer, seen, lookup } = fake();
  answer.resolve(brands());
  await lookup.listBrands();
  await lookup.listBrands();
  expect(seen.requests).toBe(2);
});

test('a call that is aborted does not end the request: an equal call gets its response', async () => {
  const { answer, seen, lookup } = fake();
  const controller = new AbortController();
  const aborted = lookup.listBrands({ signal: controller.signal }).safe();
  await turns();
  controller.abort();
  expect(await aborted).toMatchObject({ error: { code: 'aborted' } });
  const again = lookup.listBrands();
  answer.resolve(brands());
  expect((await again).data).toEqual([{ slug: 'vw' }]);
  expect(seen).toEqual({ requests: 1, aborted: false });
});

test('a request that never ends is a time-out for all', async () => {
  const fetch = () => new Promise<Response>(() => {});
  const lookup = createVehicleLookup({ ...account, fetch, layers: [coalesce()], retry: false, timeout: 20 });
  const calls = [lookup.listBrands().safe(), lookup.listBrands().safe()];
  for (const call of calls) expect(await call).toMatchObject({ error: { code: 'timeout' } });
});
