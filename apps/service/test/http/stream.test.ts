import { connect } from 'node:net';
import { setTimeout as wait } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { fakeCatalogue, fakeQuota, fakeSource, MANY, VIN } from './fakes.ts';
import { get, paid, type Running, start } from './server.ts';

const COUNT = process.env.DEEP ? 200_000 : 20_000;
let server: Running;
afterEach(() => server.app.close());

async function begin(many: number) {
  const [catalogue, quota] = [fakeCatalogue(many), fakeQuota()];
  const catalogues = fakeSource(catalogue);
  server = await start({ catalogues, quota });
  return { catalogue, catalogues, quota };
}
const query = paid(`vin=${MANY}&allCars=1`);

test('a long list comes whole and in order, in parts, and charges once', async () => {
  const { catalogue, catalogues, quota } = await begin(COUNT);
  const { status, headers, body } = await get(server, query);
  expect(status).toBe(200);
  expect(headers.get('transfer-encoding')).toBe('chunked');
  expect(body).toMatchObject({ success: true, api_version: '2.0' });
  expect(body.data).toHaveLength(COUNT);
  expect([...quota.charges.values()]).toEqual([1]);
  expect([catalogue.ended, catalogues.open]).toEqual([1, 0]);
});

test.each([30, 31, 60, 61, 62, 63, 64, 65, 100])(
  'a list of %i records is valid JSON, wherever its parts end',
  async (many) => {
    await begin(many);
    expect((await get(server, query)).body.data).toHaveLength(many);
  },
);

test('a short list has its length', async () => {
  await begin(0);
  const { headers, text } = await get(server, paid(`vin=${VIN}&allCars=1`));
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
});

test('HEAD of a long list reads no more than its beginning, and charges once', async () => {
  const { catalogue, catalogues, quota } = await begin(COUNT);
  const { status, text } = await get(server, query, { method: 'HEAD' });
  expect([status, text]).toEqual([200, '']);
  expect(catalogue.given).toBeLessThan(1_000);
  expect([...quota.charges.values()]).toEqual([1]);
  expect([catalogue.ended, catalogues.open]).toEqual([1, 0]);
});

test('a caller that does not read is not read for, and one that goes away ends it', async () => {
  const { catalogue, catalogues } = await begin(10_000_000);
  const socket = connect(server.port, '127.0.0.1');
  socket.pause();
  socket.write(`GET /api/?${query} HTTP/1.1\r\nHost: x\r\n\r\n`);
  await expect.poll(() => catalogue.given).toBeGreaterThan(0);
  let before = -1;
  while (before !== catalogue.given) {
    before = catalogue.given;
    await wait(200);
  }
  expect(catalogues.open).toBe(1);
  socket.destroy();
  await expect.poll(() => catalogues.open).toBe(0);
  expect(catalogue.ended).toBe(1);
  expect(catalogue.given - before).toBeLessThan(1_000);
});

test('a search for engines ends when its caller goes away, charges nothing, and is no failure', async () => {
  const { catalogue, catalogues, quota } = await begin(0);
  let searching = false;
  catalogue.engines = async (_, isGone = () => false) => {
    searching = true;
    while (!isGone()) await wait(1);
    return ['{}'];
  };
  const leaving = new AbortController();
  const answer = fetch(`${server.address}/api/?${paid(`vin=${MANY}&getEngines=1`)}`, { signal: leaving.signal });
  await expect.poll(() => searching).toBe(true);
  leaving.abort();
  await expect(answer).rejects.toThrow('aborted');
  await expect.poll(() => catalogues.open).toBe(0);
  expect(quota.charges.size).toBe(0);
  await expect
    .poll(() => server.log.map((line) => JSON.parse(line)))
    .toMatchObject([{ operation: 'getEngines', cut: true, charged: false }]);
});

test('others are answered while it streams', async () => {
  await begin(100_000);
  const long = get(server, query);
  await get(server, paid('brands=1'));
  const log = () => server.log.map((line) => JSON.parse(line).operation);
  expect(log()).toEqual(['listBrands']);
  await long;
  await expect.poll(log).toEqual(['listBrands', 'decodeVinAll']);
});

test('a list that breaks off is cut, so that nobody takes it for whole, and logged', async () => {
  const { catalogue, catalogues } = await begin(0);
  catalogue.matches = async function* () {
    for (let count = 0; count < 1_000; count++) yield `"${'x'.repeat(1_000)}"`;
    throw new Error('the file is damaged');
  };
  await expect(get(server, query)).rejects.toThrow('terminated');
  await expect.poll(() => server.log.map((line) => JSON.parse(line).msg)).toContain('a request failed');
  expect(catalogues.open).toBe(0);
});

test('a list that is refused when it is charged is closed', async () => {
  const { catalogue, catalogues, quota } = await begin(COUNT);
  quota.charge = async () => ({
    ok: false,
    allowance: { limit: 1, windowSeconds: 1, remaining: 0, resetSeconds: 1 },
    retryAfterSeconds: 1,
  });
  expect((await get(server, query)).status).toBe(429);
  expect([catalogue.ended, catalogues.open]).toEqual([1, 0]);
});
