import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanUpLater } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';
import type { Plan } from '../../src/accounts/plan.ts';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { type Service, startService } from '../../src/http/service.ts';
import { ask, VEHICLE } from '../support/ask.ts';
import { QUIET, serveHere } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();
let data: string;
let service: Service;
let locker: DatabaseSync;

/** Acquires the write lock on the accounts, like a process that hangs. */
const lock = () => locker.exec('BEGIN EXCLUSIVE');
const unlock = () => locker.exec('ROLLBACK');
const lookUp = () => ask(service.address, { ...sound.account(), ...VEHICLE });

beforeEach(async () => {
  data = sound.copy();
  service = await serveHere(data);
  locker = new DatabaseSync(join(data, 'accounts.sqlite'));
  cleanUpLater(() => locker.close());
});

test('while the accounts are locked, a request returns 500 with Retry-After and is not charged', async () => {
  const before = await lookUp();
  lock();
  const response = await fetch(`${service.address}/api/?${new URLSearchParams({ ...sound.account(), ...VEHICLE })}`);
  expect([response.status, response.headers.get('retry-after')]).toEqual([500, '1']);
  expect(await response.json()).toMatchObject({ success: false });
  unlock();
  const after = await lookUp();
  expect([before.status, after.status]).toEqual([200, 200]);
  expect(after.remaining).toBe((before.remaining ?? 0) - 1);
});

test('a charge and a readiness check wait for a lock without blocking the process', async () => {
  const { accounts } = await openDataStore(data);
  const { quota, registry, ping, close } = await accounts.open({ lockWaitMs: 600_000 });
  cleanUpLater(close);
  const [{ id, user } = { id: 0, user: '' }] = await registry.accounts();
  const plan = (await registry.plans()).find(({ name }) => name === 'standard') as Plan;
  lock();
  let waiting = 2;
  const ended = () => waiting--;
  const charge = quota.charge({ id, user, plan }, 'getFluids').finally(ended);
  const ready = ping().finally(ended);
  // The event loop keeps running in the meantime.
  for (let turn = 0; turn < 1_000; turn++) await nextTurn();
  expect(waiting).toBe(2);
  unlock();
  expect(await charge).toMatchObject({ ok: true });
  await ready;
});

test('the service is not ready while it cannot write', async () => {
  const ready = async () => (await fetch(`${service.admin}/ready`)).status;
  expect(await ready()).toBe(200);
  lock();
  expect(await ready()).toBe(503);
  unlock();
  expect(await ready()).toBe(200);
});

test('a second service on a data directory logs a warning until the first service has stopped', async () => {
  const lines: string[] = [];
  const log = { write: (line: string) => void lines.push(line), flush: async () => undefined, dropped: () => 0 };
  const startAnother = async () => startService({ ...QUIET, logLevel: 'warn' }, await openDataStore(data), log);
  const other = await startAnother();
  expect(lines).toEqual([expect.stringContaining('"event":"second-service"')]);
  await Promise.all([service.stop(), other.stop()]);
  await (await startAnother()).stop();
  expect(lines).toHaveLength(1);
});
