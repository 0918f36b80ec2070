import { afterEach, describe, expect, test, vi } from 'vitest';
import { lookupMany } from '../../src/batch/batch.ts';
import { createVehicleLookup } from '../../src/index.ts';
import { createLimiter } from '../../src/layers/limiter.ts';
import { answering, serve } from '../support/service.ts';

const account = { user: 'demo', key: 'demo' };

afterEach(() => {
  vi.useRealTimers();
});

/**
 * Creates a service that allows a number of requests per second and states the limit in its headers, or only rejects requests. Each
 * response takes 5 ms of simulated time.
 */
function limited(perSecond: number, says: boolean) {
  vi.useFakeTimers();
  const seen = { requests: 0 };
  const accepted: number[] = [];
  const policy: Record<string, string> = says ? { 'ratelimit-policy': `"burst";q=${perSecond};w=1` } : {};
  const json = { 'content-type': 'application/json', ...policy };
  const fetch = async (): Promise<Response> => {
    await new Promise((resolve) => setTimeout(resolve, 5));
    seen.requests++;
    while (accepted[0] !== undefined && accepted[0] <= Date.now() - 1000) accepted.shift();
    if (accepted.length < perSecond) {
      accepted.push(Date.now());
      return Response.json({ success: true, data: [] }, { headers: json });
    }
    return Response.json(
      { success: false, message: 'Slow.' },
      { status: 429, headers: { ...json, 'retry-after': '1' } },
    );
  };
  return { fetch, seen };
}

// All calls of a wave are in progress before the first rejection arrives.
describe.each([
  ['states its limit', 'too many', true, 128],
  ['only rejects', 'too many in each second', false, 4 * 128],
])('a service that %s', (_, often, says, most) => {
  test(`gets at most one wave ${often}, and every value gets a response`, async () => {
    const values = Array.from({ length: 400 }, (_, index) => index + 1);
    const { fetch, seen } = limited(100, says);
    const lookup = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', fetch, ...account, layers: [createLimiter()] });
    const batch = lookupMany(values, (carId, options) => lookup.getFluids(carId, options), { concurrency: 128 });
    let ok = 0;
    let isOver = false;
    const all = (async () => {
      for await (const item of batch) if (item.ok) ok++;
      isOver = true;
    })();
    while (!isOver) await vi.advanceTimersByTimeAsync(5);
    await all;
    expect(ok).toBe(400);
    expect(seen.requests).toBeLessThanOrEqual(400 + most);
  });
});

test('a Retry-After delays every call of the client, even calls of other operations', async () => {
  const times: number[] = [];
  const baseUrl = await serve((request, response) => {
    times.push(performance.now());
    const isFirst = times.length === 1;
    answering(
      isFirst ? 503 : 200,
      { success: !isFirst, data: [] },
      isFirst ? { 'retry-after': '1' } : {},
    )(request, response);
  });
  const lookup = createVehicleLookup({ baseUrl, ...account, layers: [createLimiter()], retry: false });
  await lookup.listBrands().safe();
  await Promise.all([lookup.listBrands(), lookup.listModels('vw')]);
  expect(times).toHaveLength(3);
  expect((times[1] as number) - (times[0] as number)).toBeGreaterThanOrEqual(950);
});

test('a call that waits in the limiter can be aborted', async () => {
  const baseUrl = await serve(answering(429, { success: false }, { 'retry-after': '60' }));
  const lookup = createVehicleLookup({ baseUrl, ...account, layers: [createLimiter()], retry: false });
  await lookup.listBrands().safe();
  const controller = new AbortController();
  const waiting = lookup.listBrands({ signal: controller.signal }).safe();
  controller.abort();
  expect(await waiting).toMatchObject({ error: { code: 'aborted' } });
});

test('an exhausted quota does not delay the client', async () => {
  const baseUrl = await serve(answering(429, { success: false }, { 'retry-after': '86400' }));
  const lookup = createVehicleLookup({ baseUrl, ...account, layers: [createLimiter()] });
  for (let call = 0; call < 2; call++)
    expect(await lookup.listBrands().safe()).toMatchObject({ error: { code: 'quota_exhausted' } });
});

test('onWait reports how long requests wait', async () => {
  const baseUrl = await serve(answering(503, { success: false, message: 'Later.' }, { 'retry-after': '40' }));
  const stop = new AbortController();
  const waits: number[] = [];
  const onWait = (milliseconds: number) => {
    waits.push(milliseconds);
    stop.abort();
  };
  const lookup = createVehicleLookup({ baseUrl, ...account, layers: [createLimiter({ onWait })], retry: false });
  await lookup.listBrands().safe();
  expect(await lookup.listBrands({ signal: stop.signal }).safe()).toMatchObject({ error: { code: 'aborted' } });
  expect(waits).toHaveLength(1);
  expect(waits[0]).toBeGreaterThan(10_000);
  expect(waits[0]).toBeLessThanOrEqual(40_000);
});
