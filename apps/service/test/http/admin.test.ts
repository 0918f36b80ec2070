import { afterEach, expect, test } from 'vitest';
import { createAdmin } from '../../src/http/admin.ts';
import { storeStatus } from '../../src/http/store-status.ts';
import { createMetrics } from '../../src/observability/metrics.ts';
import { emptyCatalogue } from '../../src/stores/sqlite/catalogue/empty-catalogue.ts';
import { fakeCatalogue, fakeSource } from './fakes.ts';

let stopping = false;
let accounts: () => Promise<void> = async () => undefined;
const catalogues = fakeSource(fakeCatalogue());
const use = catalogues.use;
const admin = createAdmin({
  metrics: createMetrics(true),
  status: () => storeStatus(catalogues, { ping: () => accounts() }, { storageFailed: () => undefined }),
  isAllowed: () => true,
  isStopping: () => stopping,
});
const ask = (url: string, method: 'GET' | 'POST' = 'GET') => admin.inject({ method, url });
const broken = () => Promise.reject(new Error('damaged'));
afterEach(() => {
  stopping = false;
  accounts = async () => undefined;
  catalogues.use = use;
});

test('it is alive and ready', async () => {
  expect((await ask('/health')).json()).toEqual({ status: 'ok' });
  const ready = await ask('/ready');
  expect([ready.statusCode, ready.json()]).toEqual([
    200,
    { ready: true, catalogue: true, version: 'fake', demonstration: false, accounts: true, stopping: false },
  ]);
});

test.each([
  ['the catalogue is damaged', () => (catalogues.use = broken), { catalogue: false }],
  ['there is no catalogue yet', () => (catalogues.use = fakeSource(emptyCatalogue).use), { catalogue: false }],
  ['the accounts are damaged', () => (accounts = broken), { accounts: false }],
  ['it is stopping', () => (stopping = true), { stopping: true }],
])('it is alive and not ready when %s', async (_, arrange, received) => {
  arrange();
  const ready = await ask('/ready');
  expect([ready.statusCode, ready.json()]).toEqual([503, expect.objectContaining({ ready: false, ...received })]);
  expect((await ask('/health')).statusCode).toBe(200);
});

test('metrics are in the text format, with those of the process', async () => {
  const { headers, body } = await ask('/metrics');
  expect(headers['content-type']).toMatch(/^text\/plain/);
  expect(body).toContain('# TYPE vehicle_lookup_requests_total counter');
  expect(body).toContain('process_resident_memory_bytes');
});

test.each(['/', '/api/', '/metrics/x', '/%zz'])('%s is not here', async (path) => {
  const { statusCode, body } = await ask(`${path}?key=cAnArY7f3e`);
  expect(statusCode).toBeGreaterThanOrEqual(400);
  expect(body).not.toContain('cAnArY7f3e');
});
