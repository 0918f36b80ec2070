import { connect } from 'node:net';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { fakeCatalogue, fakeQuota, fakeSource, MANY, VIN } from './fakes.ts';
import { type AppServer, get, paid, start } from './server.ts';

const COUNT = process.env.DEEP ? 200_000 : 20_000;
let server: AppServer;

async function begin(many: number) {
  const [catalogue, quota] = [fakeCatalogue(many), fakeQuota()];
  const catalogues = fakeSource(catalogue);
  server = await start({ catalogues, quota });
  return { catalogue, catalogues, quota };
}
const query = paid(`vin=${MANY}&allCars=1`);

test('a long list arrives completely, in chunks, and is charged once', async () => {
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
  'a list of %i records is valid JSON, regardless of chunk boundaries',
  async (many) => {
    await begin(many);
    expect((await get(server, query)).body.data).toHaveLength(many);
  },
);

test('a short list has a Content-Length', async () => {
  await begin(0);
  const { headers, text } = await get(server, paid(`vin=${VIN}&allCars=1`));
  expect(headers.get('content-length')).toBe(String(Buffer.byteLength(text)));
});

test('HEAD for a long list reads only its beginning and is charged once', async () => {
  const { catalogue, catalogues, quota } = await begin(COUNT);
  const { status, text } = await get(server, query, { method: 'HEAD' });
  expect([status, text]).toEqual([200, '']);
  expect(catalogue.yielded).toBeLessThan(1_000);
  expect([...quota.charges.values()]).toEqual([1]);
  expect([catalogue.ended, catalogues.open]).toEqual([1, 0]);
});

test('a list pauses while its client does not read and ends after a disconnect', async () => {
  const { catalogue, catalogues } = await begin(10_000_000);
  const received = new Promise<void>((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () =>
      socket.write(`GET /api/?${query} HTTP/1.1\r\nHost: x\r\n\r\n`),
    );
    socket.once('data', async () => {
      socket.pause();
      // The list pauses when the buffers of both ends are full. A thousand turns without reads show the pause.
      for (let before = -1; before !== catalogue.yielded; ) {
        before = catalogue.yielded;
        for (let turn = 0; turn < 1_000; turn++) await nextTurn();
      }
      expect(catalogues.open).toBe(1);
      socket.destroy();
      resolve();
    });
  });
  await received;
  await expect.poll(() => catalogues.open).toBe(0);
  expect(catalogue.ended).toBe(1);
  expect(catalogue.yielded).toBeLessThan(1_000_000);
});

test('a search for engines ends without a charge or an error when its client disconnects', async () => {
  const { catalogue, catalogues, quota } = await begin(0);
  let searching = false;
  catalogue.engines = async function* (_, isDisconnected = () => false) {
    searching = true;
    while (!isDisconnected()) await nextTurn();
    yield ['{}'];
  };
  const leaving = new AbortController();
  const response = fetch(`${server.address}/api/?${paid(`vin=${MANY}&getEngines=1`)}`, { signal: leaving.signal });
  await expect.poll(() => searching).toBe(true);
  leaving.abort();
  await expect(response).rejects.toThrow('aborted');
  await expect.poll(() => catalogues.open).toBe(0);
  expect(quota.charges.size).toBe(0);
  await expect
    .poll(() => server.log.map((line) => JSON.parse(line)))
    .toMatchObject([{ operation: 'getEngines', cut: true, charged: false }]);
});

test('other requests receive responses while a list is streamed', async () => {
  await begin(100_000);
  const long = get(server, query);
  await get(server, paid('brands=1'));
  const log = () => server.log.map((line) => JSON.parse(line).operation);
  expect(log()).toEqual(['listBrands']);
  await long;
  await expect.poll(log).toEqual(['listBrands', 'decodeVinAll']);
});

test('a list that fails is aborted and logged, so that it does not appear complete', async () => {
  const { catalogue, catalogues } = await begin(0);
  catalogue.matches = async function* () {
    for (let count = 0; count < 1_000; count++) yield `"${'x'.repeat(1_000)}"`;
    throw new Error('the file is damaged');
  };
  await expect(get(server, query)).rejects.toThrow('terminated');
  await expect.poll(() => server.log.map((line) => JSON.parse(line).msg)).toContain('a request failed');
  expect(catalogues.open).toBe(0);
});

test('a list is closed if its charge is rejected', async () => {
  const { catalogue, catalogues, quota } = await begin(COUNT);
  quota.charge = async () => ({
    ok: false,
    allowance: { limit: 1, windowSeconds: 1, remaining: 0, resetSeconds: 1 },
  });
  expect((await get(server, query)).status).toBe(429);
  expect([catalogue.ended, catalogues.open]).toEqual([1, 0]);
});
