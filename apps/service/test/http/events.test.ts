import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { createMetrics } from '../../src/observability/metrics.ts';
import { callProgram } from '../support/program.ts';
import { serve } from '../support/service.ts';
import { fakeAdmit, PAID } from './fakes.ts';
import { as, get, start } from './server.ts';

const eventsIn = (log: string) =>
  log
    .split('\n')
    .filter((line) => line.startsWith('{'))
    .map((line) => JSON.parse(line))
    .filter(({ event }) => event !== undefined);

test('start, switch and stop are logged as events', async () => {
  const service = await serve(temporaryDirectory(), ['--demo']);
  const metrics = await (await fetch(`${service.admin}/metrics`)).text();
  expect(metrics).toMatch(/vehicle_lookup_catalogue_info\{version="demonstration-\d{8}T\d{9}Z"\} 1/);
  expect(metrics).toMatch(/^nodejs_eventloop_lag_p99_seconds \d/m);
  expect(metrics).toContain('vehicle_lookup_events_total{event="lock-out"} 0');
  expect(metrics).toContain('# TYPE vehicle_lookup_storage_failures_total counter');
  const { err } = await service.stop();
  expect(eventsIn(err)).toMatchObject([
    { event: 'switch', catalogue: expect.stringMatching(/^demonstration-/) },
    { event: 'start', address: service.address, node: process.version },
    { event: 'stop' },
  ]);
});

test('a lockout is logged as one event with address and account, regardless of the number of rejected requests', async () => {
  const server = await start({ accountNumber: async (user) => (user === 'locked' ? 7 : undefined) });
  for (let count = 0; count < 3; count++) await get(server, as('locked', 'brands=1'));
  const events = server.log.map((line) => JSON.parse(line)).filter(({ event }) => event !== undefined);
  expect(events).toMatchObject([{ event: 'lock-out', address: '127.0.0.1', account: 7 }]);
  expect(await server.metrics.text()).toContain('vehicle_lookup_events_total{event="lock-out"} 1');
});

test('an account that has used 80 % of its allowance causes one event without the account name', async () => {
  const server = await start({ admit: fakeAdmit({ ten: { ...PAID, limit: 10 } }) });
  const low = () => server.log.map((line) => JSON.parse(line)).filter(({ event }) => event === 'allowance-low');
  for (let count = 0; count < 7; count++) await get(server, as('ten', 'brands=1'));
  expect(low()).toEqual([]);
  for (let count = 7; count < 12; count++) await get(server, as('ten', 'brands=1'));
  expect(low()).toMatchObject([{ level: 40, account: 3, limit: 10, remaining: 2 }]);
  expect(server.log.join()).not.toContain('"ten"');
  expect(await server.metrics.text()).toContain('vehicle_lookup_events_total{event="allowance-low"} 1');
});

test('consultations are counted by account number only if the option is set', async () => {
  const [plain, byAccount] = [createMetrics(), createMetrics({ byAccount: true })];
  for (const metrics of [plain, byAccount]) metrics.charged('listBrands', 3);
  expect(await byAccount.text()).toContain('vehicle_lookup_account_consultations_total{account="3"} 1');
  expect(await plain.text()).not.toContain('account');
});

describe('the admin port', () => {
  const token = 'a-token-of-the-tests-0123456789';
  const withToken = (text: string) => {
    const file = join(temporaryDirectory(), 'token');
    writeFileSync(file, text);
    return file;
  };

  test('an admin port on a non-loopback address requires the token for metrics, but not for /health and /ready', async () => {
    const flags = ['--admin-host', '0.0.0.0', '--admin-token-file', withToken(`${token}\n`)];
    const service = await serve(temporaryDirectory(), ['--demo', ...flags]);
    const { port } = new URL(service.admin);
    const status = async (path: string, authorization = '') =>
      (await fetch(`http://127.0.0.1:${port}${path}`, { headers: { authorization } })).status;
    expect(await status('/health')).toBe(200);
    expect(await status('/ready')).toBe(200);
    for (const path of ['/metrics', '/healthy', '/other']) {
      expect(await status(path)).toBe(401);
      expect(await status(path, `Bearer ${token}x`)).toBe(401);
    }
    expect(await status('/metrics', `Bearer ${token}`)).toBe(200);
    expect(service.output.all).not.toContain(token);
  });

  test('an admin port on a non-loopback address is rejected without a sufficiently long token', async () => {
    const data = join(temporaryDirectory(), 'data');
    const beyond = ['serve', '--port', '0', '--admin-port', '0', '--admin-host', '0.0.0.0'];
    expect(await callProgram(data, beyond)).toMatchObject({
      code: 2,
      err: expect.stringContaining('a non-loopback address requires --admin-token-file'),
    });
    const short = await callProgram(data, [...beyond, '--admin-token-file', withToken('short')]);
    expect(short).toMatchObject({ code: 1, err: expect.stringContaining('expected a token of at least 16') });
    expect(existsSync(data)).toBe(false);
  });
});
