import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fakeCatalogue, fakeQuota, fakeSource, MANY } from '../http/fakes.ts';
import { as, get, start } from '../http/server.ts';

const engines = (user = 'paid') => as(user, `vin=${MANY}&getEngines=1`);

/** Starts a service whose engine searches wait until `state.end` is set or the client disconnects. */
async function searching() {
  const [catalogue, quota] = [fakeCatalogue(), fakeQuota()];
  const state = { running: 0, end: false };
  catalogue.engines = async function* (_, isDisconnected = () => false) {
    state.running++;
    while (!state.end && !isDisconnected()) await nextTurn();
    state.running--;
    yield ['{}'];
  };
  const server = await start({ catalogues: fakeSource(catalogue), quota });
  return { server, state, charges: () => [...quota.charges.values()].reduce((sum, count) => sum + count, 0) };
}

test('a ninth concurrent search of an account returns 429, without affecting other accounts and look-ups', async () => {
  const { server, state, charges } = await searching();
  const eight = Array.from({ length: 8 }, () => get(server, engines()));
  await expect.poll(() => state.running).toBe(8);
  const ninth = await get(server, engines());
  expect([ninth.status, ninth.headers.get('retry-after')]).toEqual([429, '1']);
  expect(ninth.body.message ?? ninth.text).toContain('Too many concurrent searches');
  expect((await get(server, as('paid', 'brands=1'))).status).toBe(200);
  const other = get(server, engines('free'));
  await expect.poll(() => state.running).toBe(9);
  state.end = true;
  for (const { status } of await Promise.all([...eight, other])) expect(status).toBe(200);
  expect(charges()).toBe(10);
  expect((await get(server, engines())).status).toBe(200);
});

test('repeatedly abandoned searches are charged after the first three', async () => {
  const { server, state, charges } = await searching();
  const abandon = async () => {
    const leaving = new AbortController();
    const response = fetch(`${server.address}/api/?${engines()}`, { signal: leaving.signal });
    await expect.poll(() => state.running).toBe(1);
    leaving.abort();
    await expect(response).rejects.toThrow('aborted');
    await expect.poll(() => state.running).toBe(0);
  };
  for (let count = 0; count < 3; count++) await abandon();
  expect(charges()).toBe(0);
  await abandon();
  await expect.poll(charges).toBe(1);
  await abandon();
  await expect.poll(charges).toBe(2);
  const events = () => server.log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'abandoned-search');
  await expect.poll(events).toMatchObject([{ operation: 'getEngines', charged: true }, { charged: true }]);
  expect(await server.metrics.text()).toContain('consultations_total{operation="getEngines"} 2');
});
