import * as crypto from 'node:crypto';
import { join } from 'node:path';
import { StatementSync } from 'node:sqlite';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test, vi } from 'vitest';
import { createSqliteDataStore } from '../../src/data-store/sqlite/data-store.ts';
import { accountWith, fakeClock, openAccounts } from '../data-store/conformance/accounts.ts';

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof crypto>();
  return { ...actual, hash: vi.fn(actual.hash) };
});

const HERE = '192.0.2.1';
const LOCKED = '2001:db8::1';

test('every rejected key takes the same steps as an accepted key, except for a key with an invalid checksum', async () => {
  const clock = fakeClock();
  const store = createSqliteDataStore(join(temporaryDirectory(), 'data'));
  const accounts = await openAccounts(store, { now: clock.now });
  const { key } = await accountWith(accounts, { limit: 1 });
  const { key: disabled } = await accountWith(accounts, { limit: 1 }, 'disabled');
  await accounts.registry.setDisabled('disabled', true);
  const { id, key: expired } = await accounts.registry.createKey('ann', new Date(clock.now() + 1));
  const { key: revoked } = await accountWith(accounts, { limit: 1 }, 'keyless');
  await accounts.registry.revokeKey(id + 1);
  clock.forward(1);
  for (let time = 0; time < 10; time++) await accounts.admit('ann', 'wrong', LOCKED);

  const get = vi.spyOn(StatementSync.prototype, 'get');
  const steps = async (user: string, key: string, address: string) => {
    const counted = [get, vi.mocked(crypto.hash)];
    for (const one of counted) one.mockClear();
    const { outcome } = await accounts.admit(user, key, address);
    return { outcome, steps: counted.map((one) => one.mock.calls.length) };
  };
  const rejected = { outcome: 'wrong-credentials', steps: [1, 1] };
  expect(await steps('ann', key, HERE)).toEqual({ outcome: 'admitted', steps: [1, 1] });
  expect(await steps('ann', 'wrong', HERE)).toEqual(rejected);
  expect(await steps('nobody', 'wrong', HERE)).toEqual(rejected);
  expect(await steps('disabled', disabled, HERE)).toEqual(rejected);
  expect(await steps('ann', expired, HERE)).toEqual(rejected);
  expect(await steps('keyless', revoked, HERE)).toEqual(rejected);
  expect(await steps('ann', key, LOCKED)).toEqual({ ...rejected, outcome: 'locked-out' });
  expect(await steps('ann', `${key}0`, HERE)).toEqual({ ...rejected, steps: [0, 0] });
  get.mockRestore();
});
