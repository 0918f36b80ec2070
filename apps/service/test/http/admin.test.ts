import { cleanUpLater } from '@vehicle-lookup/testing';
import { closeServer, listen } from '@vehicle-lookup/toolkit/http';
import { afterEach, expect, test, vi } from 'vitest';
import { createAdmin, watchStores } from '../../src/http/admin.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { fakeCatalogue, fakeSource } from './fakes.ts';
import { raw } from './server.ts';

let stopping = false;
let accounts: () => Promise<void> = async () => undefined;
const catalogues = fakeSource(fakeCatalogue());
const use = catalogues.use;
let passed = 0;
const realNow = performance.now.bind(performance);
vi.spyOn(performance, 'now').mockImplementation(() => realNow() + passed);
const stores = watchStores(catalogues, { ping: () => accounts() }, () => undefined);
cleanUpLater(stores.stop);
let isAllowed = true;
const admin = createAdmin({
  metrics: createMetrics({ ofProcess: true }),
  stores,
  isAllowed: () => isAllowed,
  isStopping: () => stopping,
});
const address = await listen(admin, { host: '127.0.0.1', port: 0 });
cleanUpLater(() => closeServer(admin));
const ask = (path: string, method = 'GET') => fetch(`${address}${path}`, { method });
const broken = () => Promise.reject(new Error('damaged'));
afterEach(() => {
  stopping = false;
  accounts = async () => undefined;
  catalogues.use = use;
});

test('the service is alive and ready', async () => {
  expect(await (await ask('/health')).json()).toEqual({ status: 'ok' });
  const ready = await ask('/ready');
  expect([ready.status, await ready.json()]).toEqual([
    200,
    { ready: true, catalogue: true, version: 'fake', demonstration: false, accounts: true, stopping: false },
  ]);
});

test.each([
  ['no catalogue can be read', () => (catalogues.use = broken), { catalogue: false, reason: expect.any(String) }],
  ['the accounts are damaged', () => (accounts = broken), { accounts: false }],
  ['it is stopping', () => (stopping = true), { stopping: true }],
])('the service is alive but not ready if %s', async (_, arrange, received) => {
  arrange();
  const ready = await ask('/ready');
  expect([ready.status, await ready.json()]).toEqual([503, expect.objectContaining({ ready: false, ...received })]);
  expect((await ask('/health')).status).toBe(200);
});

test('without the token, /ready returns only the state', async () => {
  isAllowed = false;
  expect([(await ask('/ready')).status, await (await ask('/ready')).json()]).toEqual([200, { ready: true }]);
  stopping = true;
  expect([(await ask('/ready')).status, await (await ask('/ready')).json()]).toEqual([503, { ready: false }]);
  expect((await ask('/metrics')).status).toBe(401);
  isAllowed = true;
});

test('/health returns 503 if a store has not responded for a minute, but not if a store fails', async () => {
  accounts = broken;
  await ask('/ready');
  passed += 59_000;
  expect((await ask('/health')).status).toBe(200);
  let response = () => {};
  accounts = () => new Promise((resolve) => (response = resolve));
  const asked = ask('/ready');
  passed += 1_000;
  const health = await ask('/health');
  expect([health.status, await health.json()]).toEqual([503, { status: 'accounts or catalogue hang' }]);
  response();
  expect((await asked).status).toBe(200);
  expect((await ask('/health')).status).toBe(200);
});

test('metrics are in the text format and include process metrics', async () => {
  const response = await ask('/metrics');
  expect(response.headers.get('content-type')).toMatch(/^text\/plain/);
  const body = await response.text();
  expect(body).toContain('# TYPE vehicle_lookup_requests_total counter');
  expect(body).toContain('process_resident_memory_bytes');
});

test.each(['/', '/api/', '/metrics/x', '/%zz'])('%s returns 404 on the admin port', async (path) => {
  const response = await ask(`${path}?key=cAnArY7f3e`);
  expect(response.status).toBe(404);
  const text = await response.text();
  expect(text).not.toContain('cAnArY7f3e');
  // An API client must not mistake this response for an API response.
  expect(text).not.toContain('success');
});

test('HEAD returns only the headers, and other methods are rejected', async () => {
  const head = await ask('/health', 'HEAD');
  expect([head.status, await head.text()]).toEqual([200, '']);
  const post = await ask('/ready', 'POST');
  expect([post.status, post.headers.get('allow')]).toEqual([405, 'GET, HEAD']);
});

test('HTTP/1.1 without Host returns 400', async () => {
  expect(await raw(Number(new URL(address).port), 'GET /health HTTP/1.1\r\n\r\n')).toMatch(/^HTTP\/1.1 400 /);
});
