import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cleanUpLater } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';
import { ask, VEHICLE } from '../support/ask.ts';
import { type RunningService, serve } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();
let service: RunningService;
let locker: DatabaseSync;

/** Takes the write lock of the accounts, like a process that hangs. */
const lock = () => locker.exec('BEGIN EXCLUSIVE');
const unlock = () => locker.exec('ROLLBACK');
const lookUp = () => ask(service.address, { ...sound.account(), ...VEHICLE });

beforeEach(async () => {
  const data = sound.copy();
  service = await serve(data);
  locker = new DatabaseSync(join(data, 'accounts.sqlite'));
  cleanUpLater(() => locker.close());
});

test('while the accounts are locked, a request gets a 500 with Retry-After and is not charged; it works again at once', async () => {
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

test('a request that waits for a lock blocks no other request, and succeeds if the lock ends in time', async () => {
  lock();
  const waiting = lookUp();
  let waited = true;
  waiting.then(() => {
    waited = false;
  });
  for (let count = 0; count < 20; count++) {
    expect((await ask(service.address, { ...sound.account(), vin: 'x' })).status).toBe(400);
    expect((await fetch(`${service.admin}/health`)).status).toBe(200);
  }
  expect(waited).toBe(true);
  unlock();
  expect((await waiting).status).toBe(200);
});

test('a service that cannot write is not ready', async () => {
  const ready = async () => (await fetch(`${service.admin}/ready`)).status;
  expect(await ready()).toBe(200);
  lock();
  expect(await ready()).toBe(503);
  unlock();
  expect(await ready()).toBe(200);
});
