import { afterEach, expect, test, vi } from 'vitest';
import { type CallEvent, createVehicleLookup } from '../../src/index.ts';
import { createAllowance } from '../../src/layers/allowance.ts';

const account = { user: 'demo', key: 'CANARY-7391' };
const week = 7 * 86_400;

afterEach(() => {
  vi.useRealTimers();
});

test('a consultation stops counting when it leaves the window, and the error states the remaining time', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 0 });
  const { layer } = createAllowance({ limit: 2, windowSeconds: week });
  const fetch = async () => Response.json([]);
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch, layers: [layer] });
  const callAt = (second: number) => {
    vi.setSystemTime(second * 1000);
    return client.getFluids(1).safe();
  };
  expect([(await callAt(0)).ok, (await callAt(1000)).ok]).toEqual([true, true]);
  expect(await callAt(2000)).toMatchObject({ error: { code: 'quota_exhausted', retryAfter: week - 2000 } });
  expect(await callAt(week - 100)).toMatchObject({ error: { code: 'quota_exhausted', retryAfter: 100 } });
  expect((await callAt(week)).ok).toBe(true);
  expect(await callAt(week)).toMatchObject({ error: { code: 'quota_exhausted', retryAfter: 1000 } });
});

test('if the wait is short, the call is retried, as after a 429 from the service', async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  const { layer } = createAllowance({ limit: 1, windowSeconds: 30 });
  const fetch = async () => Response.json([]);
  const onEvent = ({ type }: CallEvent) =>
    void (type === 'retry' && setImmediate(() => vi.advanceTimersByTime(30_000)));
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch, layers: [layer], onEvent });
  await client.getFluids(1);
  expect((await client.getFluids(1)).ok).toBe(true);
});

test('after the clock was set back, a consultation counts for at most the length of the window', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 });
  const { layer } = createAllowance({ limit: 1, windowSeconds: week });
  const fetch = async () => Response.json([]);
  const client = createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch, layers: [layer] });
  await client.getFluids(1);
  vi.setSystemTime(0);
  expect(await client.getFluids(1).safe()).toMatchObject({ error: { retryAfter: week } });
  vi.setSystemTime(week * 1000);
  expect((await client.getFluids(1).safe()).ok).toBe(true);
});

test('consultations of other programs are read from the service and count until the service allows more', async () => {
  vi.useFakeTimers({ toFake: ['Date'], now: 1_000_000_000_000 });
  const headers = {
    ratelimit: '"allowance";r=1;t=100',
    'ratelimit-policy': `"allowance";q=5;w=${week}, "burst";q=9;w=1`,
  };
  const { layer, remaining } = createAllowance({ limit: 5, windowSeconds: week });
  const fetch = async () => Response.json([], { headers });
  await createVehicleLookup({ baseUrl: 'http://127.0.0.1:9', ...account, fetch, layers: [layer] }).listBrands();
  expect(await remaining()).toBe(1);
  vi.setSystemTime(1_000_000_100_000);
  expect(await remaining()).toBe(4);
});
