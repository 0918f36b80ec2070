import { describe, expect, test } from 'vitest';
import { FREE, fakeAdmit, fakeCatalogue, fakeQuota, fakeSource, PAID } from './fakes.ts';
import { type AppServer, as, get, type Overrides, start } from './server.ts';

let server: AppServer;

const plans = { three: { ...PAID, limit: 3 }, quick: { ...FREE, burst: 2 } };
async function begin(overrides: Overrides = {}) {
  const quota = fakeQuota();
  server = await start({ admit: fakeAdmit(plans), quota, ...overrides });
  return { used: () => [...quota.charges.values()].reduce((sum, count) => sum + count, 0) };
}

describe('the allowance', () => {
  test('an allowance of 3 allows three responses, and the next request returns 429 with Retry-After', async () => {
    await begin();
    const responses = [];
    for (let count = 0; count < 5; count++) responses.push(await get(server, as('three', 'brands=1')));
    expect(responses.map(({ status }) => status)).toEqual([200, 200, 200, 429, 429]);
    expect(responses.map(({ headers }) => headers.get('ratelimit'))).toEqual([
      '"allowance";r=2;t=86400',
      '"allowance";r=1;t=86400',
      '"allowance";r=0;t=86400',
      '"allowance";r=0;t=86400',
      '"allowance";r=0;t=86400',
    ]);
    expect(responses[4]?.headers.get('retry-after')).toBe('86400');
    expect(responses[4]?.headers.get('ratelimit-policy')).toBe('"allowance";q=3;w=2592000, "burst";q=1000000000;w=1');
    expect(responses[4]?.body).toEqual({ success: false, message: 'The allowance of your plan is exhausted.' });
  });

  test('the allowance is charged for HEAD requests', async () => {
    const { used } = await begin();
    await get(server, as('three', 'brands=1'), { method: 'HEAD' });
    expect(used()).toBe(1);
  });

  test('the allowance is not charged for errors', async () => {
    const { used } = await begin();
    for (const query of ['vin=ZZZZZZZZ', 'carId=x&only=1', 'brands=2']) await get(server, as('three', query));
    expect(used()).toBe(0);
    for (let count = 0; count < 3; count++) await get(server, as('three', 'brands=1'));
    const statuses = [];
    for (const query of ['carId=x&only=1', 'vin=ZZZZZZZZ', 'brands=1']) {
      statuses.push((await get(server, as('three', query))).status);
    }
    expect(statuses).toEqual([400, 429, 429]);
  });

  test('an exhausted allowance causes no look-ups after the first rejection', async () => {
    const [quota, source] = [fakeQuota(), fakeSource(fakeCatalogue())];
    const { check } = quota;
    let [lookUps, checks] = [0, 0];
    quota.check = (account) => check(account).finally(() => checks++);
    const use: typeof source.use = (work) => source.use((catalogue) => work(catalogue).finally(() => lookUps++));
    await begin({ quota, catalogues: { ...source, use } });
    const statuses = async (times: number) => {
      const responses = [];
      for (let count = 0; count < times; count++) responses.push((await get(server, as('three', 'brands=1'))).status);
      return responses;
    };
    expect(await statuses(6)).toEqual([200, 200, 200, 429, 429, 429]);
    expect(lookUps).toBe(4);
    quota.charges.clear();
    expect(await statuses(4)).toEqual([200, 200, 200, 429]);
    expect(checks).toBe(3);
  });

  test('the allowance applies to concurrent requests', async () => {
    await begin();
    const responses = await Promise.all(Array.from({ length: 8 }, () => get(server, as('three', 'brands=1'))));
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(3);
    expect(responses.filter(({ status }) => status === 429)).toHaveLength(5);
  });
});

test('a 404 response for an empty list of brands is not charged', async () => {
  const { used } = await begin({ catalogues: fakeSource({ ...fakeCatalogue(), brands: async () => [] }) });
  const { status, body, headers } = await get(server, as('paid', 'brands=1'));
  expect([status, body]).toEqual([404, { success: false, message: 'There are no brands.' }]);
  expect(headers.get('ratelimit')).toBe(null);
  expect(used()).toBe(0);
});

describe('per-second limits', () => {
  test('the per-second limit counts every authenticated request, charged or not', async () => {
    const { used } = await begin();
    for (const query of ['brands=2', 'vin=ZZZZZZZZ']) await get(server, as('quick', query));
    const { status, headers, body } = await get(server, as('quick', 'brands=1'));
    expect(status).toBe(429);
    expect(headers.get('retry-after')).toBe('1');
    expect(headers.get('ratelimit')).toBe('"burst";r=0;t=1');
    expect(body.message).toBe('Too many requests in one second.');
    expect(used()).toBe(0);
  });

  test('the per-second limit is checked after the conditions for 400 and 403', async () => {
    await begin();
    for (let count = 0; count < 3; count++) await get(server, as('quick', 'brands=1'));
    const statuses = [];
    for (const query of ['brands=2', 'carId=25573&oemParts=1', 'brands=1'])
      statuses.push((await get(server, as('quick', query))).status);
    expect(statuses).toEqual([400, 403, 429]);
  });
});

describe('a plan without an operation', () => {
  test.each(['oemParts', 'timeRepair'])('an excluded %s request returns 403 without a charge', async (selector) => {
    const { used } = await begin();
    const { status, body } = await get(server, as('free', `carId=25573&${selector}=1`));
    expect(status).toBe(403);
    expect(body.message).toContain('not available in your plan');
    expect(used()).toBe(0);
  });
});

describe('a store that fails', () => {
  const broken = async () => {
    throw new Error('file is not a database: SELECT 1', { cause: new Error('disk image is malformed') });
  };

  test('a failing catalogue causes a 500 response without a charge', async () => {
    const { used } = await begin({ catalogues: { ...fakeSource({} as never), use: broken } });
    const { status, body } = await get(server, as('paid', 'vin=WVWZZZ1KZAW000001'));
    expect([status, body]).toEqual([500, { success: false, message: 'Server error.' }]);
    expect(used()).toBe(0);
    const lines = server.log.map((line) => JSON.parse(line));
    expect(lines.find(({ level }) => level === 50)).toMatchObject({
      operation: 'decodeVin',
      message: 'file is not a database: SELECT 1',
      reason: 'disk image is malformed',
    });
    expect(server.log.join()).not.toContain('WVWZZZ1KZAW000001');
  });

  test.each([
    ['check', 'vin=ZZZZZZZZ'],
    ['charge', 'brands=1'],
  ] as const)('a failing quota %s causes a 500 response', async (method, query) => {
    await begin({ quota: { ...fakeQuota(), [method]: broken } });
    expect((await get(server, as('paid', query))).status).toBe(500);
  });

  test('failing accounts cause a 500 response', async () => {
    await begin({ admit: broken });
    expect((await get(server, as('paid', 'brands=1'))).status).toBe(500);
  });

  test('an error that contains the key is logged with the key masked', async () => {
    const admit = async (_: string, key: string) => Promise.reject(new Error(`no such column: ${key}`));
    await begin({ admit });
    for (const key of ['cAnArY7f3e', '","message":"', 'message']) {
      expect((await get(server, as('paid', 'brands=1', encodeURIComponent(key)))).status).toBe(500);
    }
    expect(server.log.join()).toContain('no such column: ***');
    expect(server.log.join()).not.toContain('cAnArY7f3e');
  });
});
