import { expect, test } from 'vitest';
import { fakeCatalogue, fakeSource, MANY } from './fakes.ts';
import { type AppServer, as, get, paid, start } from './server.ts';

let server: AppServer;
const lines = () => server.log.map((line) => JSON.parse(line));

test('each request is logged in one line without the query', async () => {
  server = await start();
  const { headers } = await get(server, paid('carId=25573&fluids=1'));
  await expect.poll(lines).toEqual([
    {
      level: 30,
      time: expect.stringMatching(/^\d{4}-.*Z$/),
      id: headers.get('x-request-id'),
      method: 'GET',
      path: '/api/',
      operation: 'getFluids',
      status: 200,
      ms: expect.any(Number),
      account: 1,
      charged: true,
    },
  ]);
});

test('an unknown path is not logged, because it may contain a query', async () => {
  server = await start();
  await get(server, '', {}, `/api/%3F${paid('brands=1')}`);
  await expect.poll(lines).toMatchObject([{ path: '(other)', operation: 'none', status: 404, charged: false }]);
  expect(server.log.join()).not.toContain('paid');
});

test('a response to a client that has disconnected is logged as cut', async () => {
  server = await start({ catalogues: fakeSource(fakeCatalogue(1_000_000)) });
  const leaving = new AbortController();
  const response = await fetch(`${server.address}/api/?${paid(`vin=${MANY}&allCars=1`)}`, { signal: leaving.signal });
  leaving.abort();
  await response.text().catch(() => undefined);
  await expect.poll(lines).toMatchObject([{ operation: 'decodeVinAll', status: 200, cut: true, charged: true }]);
  const text = await server.metrics.text();
  expect(text).toContain('vehicle_lookup_requests_total{operation="decodeVinAll",status="499"} 1');
  expect(text).not.toContain('status="200"');
});

test('a list that the service aborts is counted with status 500', async () => {
  const catalogue = fakeCatalogue();
  catalogue.matches = async function* () {
    for (let count = 0; count < 1_000; count++) yield `"${'x'.repeat(1_000)}"`;
    throw new Error('the file is damaged');
  };
  server = await start({ catalogues: fakeSource(catalogue) });
  await expect(get(server, paid(`vin=${MANY}&allCars=1`))).rejects.toThrow('terminated');
  const failed = 'vehicle_lookup_requests_total{operation="decodeVinAll",status="500"} 1';
  await expect.poll(() => server.metrics.text()).toContain(failed);
});

test('metrics count requests by operation and status without identifying accounts', async () => {
  server = await start();
  await get(server, paid('brands=1'));
  await get(server, paid('brands=1'));
  await get(server, paid('brands=2'));
  await get(server, as('nobody', 'brands=1'));
  await expect.poll(() => server.metrics.text()).toContain('vehicle_lookup_requests_in_flight 0');
  const text = await server.metrics.text();
  expect(text).toContain('vehicle_lookup_requests_total{operation="listBrands",status="200"} 2');
  expect(text).toContain('vehicle_lookup_requests_total{operation="none",status="400"} 1');
  expect(text).toContain('vehicle_lookup_requests_total{operation="listBrands",status="401"} 1');
  expect(text).toContain('vehicle_lookup_consultations_total{operation="listBrands"} 2');
  expect(text).toContain('vehicle_lookup_request_duration_seconds_count{operation="listBrands"} 3');
  expect(text).not.toMatch(/paid|nobody|account/);
});

test('the number of metrics does not depend on methods, paths, values or users', async () => {
  server = await start();
  const send = async (n: number) => {
    const sent = [`x=${n}`, paid(`x${n}=1`), paid(`brand=${n}&models=1`), as(`user-${n}`, 'brands=1')];
    for (const query of sent) await get(server, query);
    await get(server, '', {}, `/path-${n}`);
    for (const method of ['POST', 'PUT', 'PATCH', 'DELETE']) await get(server, '', { method });
  };
  const lines = async () => {
    await expect.poll(() => server.metrics.text()).toContain('vehicle_lookup_requests_in_flight 0');
    return (await server.metrics.text()).split('\n').length;
  };
  await send(0);
  const before = await lines();
  for (let n = 1; n < 50; n++) await send(n);
  expect(await lines()).toBe(before);
});

test('an error in tracing causes a 500 response without stopping the service', async () => {
  const faulty = () => {
    throw new Error('no span');
  };
  server = await start({ tracing: { start: faulty, close: async () => undefined } });
  for (let count = 0; count < 2; count++) expect((await get(server, paid('brands=1'))).status).toBe(500);
  expect(server.log.join()).toContain('no span');
});
