import { CANARY, canaryIn } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { fakeAdmit, fakeCatalogue, fakeSource, KEY } from '../http/fakes.ts';
import { type AppServer, as, get, start } from '../http/server.ts';

let server: AppServer;
beforeAll(async () => {
  server = await start({ corsOrigin: ['https://app.example.com'] });
});

const basic = (text: string) => ({ authorization: `Basic ${Buffer.from(text).toString('base64')}` });
const brands = 'brands=1';

test.each([
  ['Basic', brands, basic(`paid:${KEY}`)],
  ['basic, in lower case', brands, { authorization: basic(`paid:${KEY}`).authorization.replace('Basic', 'basic') }],
  ['X-Api-Key, with the user in the query', `user=paid&${brands}`, { 'x-api-key': KEY }],
  ['Basic whose user is also in the query', `user=paid&${brands}`, basic(`paid:${KEY}`)],
  [
    'query parameters; headers are then ignored, because they may belong to a proxy',
    as('paid', brands),
    basic('proxy:other'),
  ],
])('credentials are accepted as %s', async (_, query, headers) => {
  expect((await get(server, query, { headers })).status).toBe(200);
});

test.each([
  ['an invalid key', brands, basic('paid:wrong')],
  ['no colon', brands, basic('paid')],
  ['invalid base64', brands, { authorization: 'Basic %%%' }],
  ['a different scheme', brands, { authorization: `Bearer ${KEY}` }],
  ['the key of another user', `user=nobody&${brands}`, basic(`paid:${KEY}`)],
  ['X-Api-Key without a user', brands, { 'x-api-key': KEY }],
  ['an invalid key in the query with a valid header', as('paid', brands, 'wrong'), basic(`paid:${KEY}`)],
])('%s returns 401', async (_, query, headers) => {
  expect((await get(server, query, { headers })).status).toBe(401);
});

test('a web page may send these headers', async () => {
  const headers = { origin: 'https://app.example.com', 'access-control-request-method': 'GET' };
  const response = await get(server, brands, { method: 'OPTIONS', headers });
  expect(response.headers.get('access-control-allow-headers')).toBe('Authorization, X-Api-Key, *');
});

test('a key in a header does not appear in the log, even if the request fails', async () => {
  const catalogue = fakeCatalogue();
  catalogue.brands = () =>
    Promise.reject(new Error(`a query with ${CANARY} and ${basic(`paid:${CANARY}`).authorization}`));
  const admit = fakeAdmit();
  const broken = await start({
    catalogues: fakeSource(catalogue),
    admit: (user, _, address) => admit(user, KEY, address),
  });
  for (const headers of [basic(`paid:${CANARY}`), { 'x-api-key': CANARY }] as Record<string, string>[]) {
    const { status, text } = await get(broken, `user=paid&${brands}`, { headers });
    expect([status, canaryIn(text)]).toEqual([500, []]);
  }
  await expect.poll(() => broken.log.length).toBe(4);
  expect(canaryIn(broken.log.join())).toEqual([]);
});
