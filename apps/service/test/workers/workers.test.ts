import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { Agent, get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { cleanUpLater, serveHttp, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { type Credentials, VEHICLE } from '../support/ask.ts';
import { metric } from '../support/metric.ts';
import { createAccount, createPlan, type RunningService, runService, serve } from '../support/service.ts';

/** A data directory with one account; its plan limits nothing but what is given. */
async function dataWith(plan: { limit?: number }): Promise<{ data: string; account: Credentials }> {
  const data = join(temporaryDirectory(), 'data');
  await createPlan(data, 'own', plan);
  return { data, account: await createAccount(data, 'ann', 'own') };
}

/** Sends requests, each over a connection of its own, so that they are spread over the workers. */
async function statuses(address: string, account: Credentials, count: number): Promise<number[]> {
  const agent = new Agent({ keepAlive: false });
  cleanUpLater(() => agent.destroy());
  const url = `${address}/api/?${new URLSearchParams({ ...account, ...VEHICLE })}`;
  const one = async () => {
    const [response] = (await once(get(url, { agent }), 'response')) as [IncomingMessage];
    await response.resume().toArray();
    return response.statusCode ?? 0;
  };
  return Promise.all(Array.from({ length: count }, one));
}

const count = (all: readonly number[], status: number): number => all.filter((one) => one === status).length;
/** The workers of a service; every system with /proc lists them. */
const workersOf = ({ child: { pid } }: RunningService): number[] =>
  readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ').filter(Boolean).map(Number);

test('two workers share one port and one admin port; their metrics are added up, and the quota stays exact', async () => {
  const { data, account } = await dataWith({ limit: 100 });
  const service = await serve(data, ['--workers', '2']);
  const all = await statuses(service.address, account, 105);
  expect([count(all, 200), count(all, 429)]).toEqual([100, 5]);
  await expect.poll(() => metric(service.admin, 'vehicle_lookup_requests_total')).toBe(105);
  expect(await metric(service.admin, 'vehicle_lookup_consultations_total')).toBe(100);
  expect(await metric(service.admin, 'vehicle_lookup_workers')).toBe(2);
  expect((await fetch(`${service.admin}/ready`)).status).toBe(200);
  const { code } = await service.stop();
  expect(code).toBe(0);
  expect(service.output.err.split('\n').filter((line) => line !== '' && !line.startsWith('{'))).toEqual([]);
});

test('wrong keys are counted over all workers', async () => {
  const { data, account } = await dataWith({});
  const { address } = await serve(data, ['--workers', '3']);
  const wrong = { ...account, key: 'wrong' };
  expect(count(await statuses(address, wrong, 10), 401)).toBe(10);
  // The right key is refused on every worker.
  expect(count(await statuses(address, account, 10), 401)).toBe(10);
});

test('a worker that is killed is replaced, and the others serve meanwhile', async () => {
  const { data, account } = await dataWith({});
  const service = await serve(data, ['--workers', '2']);
  const before = workersOf(service);
  process.kill(before[0] ?? 0, 'SIGKILL');
  await service.printed('"event":"worker-ended"');
  expect(count(await statuses(service.address, account, 20), 200)).toBe(20);
  await expect.poll(() => metric(service.admin, 'vehicle_lookup_workers_replaced_total')).toBe(1);
  await expect.poll(async () => (await fetch(`${service.admin}/ready`)).status).toBe(200);
  expect(workersOf(service)).toHaveLength(2);
  expect(workersOf(service)).toContain(before[1]);
  expect(count(await statuses(service.address, account, 20), 200)).toBe(20);
});

test('when the primary is killed, its workers end, too', async () => {
  const { data } = await dataWith({});
  const service = await serve(data, ['--workers', '2']);
  const workers = workersOf(service);
  await service.stop('SIGKILL');
  const isAlive = (pid: number) => {
    try {
      process.kill(pid, 0);
      return !/^State:\s+Z/m.test(readFileSync(`/proc/${pid}/status`, 'utf8'));
    } catch {
      return false;
    }
  };
  await expect.poll(() => workers.filter(isAlive)).toEqual([]);
});

test('a port that is taken is named once', async () => {
  const { data } = await dataWith({});
  const { port } = await serveHttp();
  const args = ['serve', '--workers', '2', '--port', String(port), '--admin-port', '0', '--data-dir', data];
  const { code, err } = await runService(args);
  expect(code).toBe(1);
  expect(err.match(/is taken/g)).toHaveLength(1);
});
