import { expect } from 'vitest';
import { accountWith, DAY, fakeClock, openAccounts } from '../accounts.ts';
import type { Cases } from '../case.ts';

const INVALID_NAMES = [
  ['', 'an empty name'],
  ['a'.repeat(101), '101'],
  [' ann', 'a blank'],
  ['a\nb', 'a control'],
  ['a\u200bb', 'an invisible character'],
  ['\ud800', 'an invisible character'],
] as const;

export const cases: Cases = {
  'prepared accounts have three plans and no account': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    const restricted = ['getOemParts', 'getRepairTimes'];
    expect(await registry.plans()).toEqual([
      { name: 'free', limit: 100, windowSeconds: 30 * 86_400, burst: 50, excluded: restricted },
      { name: 'standard', limit: 1000, windowSeconds: 30 * 86_400, burst: 50, excluded: [] },
      { name: 'test', limit: 250, windowSeconds: 7 * 86_400, burst: 50, excluded: restricted },
    ]);
    expect(await registry.accounts()).toEqual([]);
  },

  'accounts that were never prepared cannot be opened': async (newDataStore) => {
    const store = await newDataStore();
    await expect(store.accounts.open()).rejects.toThrow(/migrate$/);
    await openAccounts(store);
  },

  'what has run is not prepared again': async (newDataStore) => {
    const store = await newDataStore();
    expect(await store.accounts.prepare()).not.toEqual([]);
    expect(await store.accounts.prepare()).toEqual([]);
  },

  'changes are there after closing and opening': async (newDataStore) => {
    const store = await newDataStore();
    await store.accounts.prepare();
    const before = await store.accounts.open();
    await before.ping();
    await before.registry.createAccount('ann', 'free');
    await before.registry.setAccountPlan('ann', 'standard');
    await before.registry.setDisabled('ann', true);
    await before.close();
    const { registry } = await openAccounts(store);
    expect(await registry.accounts()).toMatchObject([{ user: 'ann', plan: 'standard', disabled: true }]);
    expect(await registry.account('ann')).toMatchObject({ plan: 'standard' });
    expect(await registry.setDisabled('ann', false)).toMatchObject({ disabled: false });
  },

  'an invalid user name is refused, with the reason': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    for (const [user, reason] of INVALID_NAMES) {
      await expect(registry.createAccount(user, 'free'), JSON.stringify(user)).rejects.toThrow(reason);
    }
    expect(await registry.accounts()).toEqual([]);
  },

  'names of any script are user names, and two Unicode forms of a name are the same': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    for (const user of ['Łukasz', '王', "O'Neil & 100%", 'J\u0065\u0301r']) await registry.createAccount(user, 'free');
    await expect(registry.createAccount('J\u00e9r', 'free')).rejects.toThrow(/already exists/);
  },

  'an account, a plan and a key that do not exist are named, and nothing is created': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    await expect(registry.createAccount('ann', 'gold')).rejects.toThrow(/existing plans: free, standard, test/);
    await expect(registry.setAccountPlan('ann', 'free')).rejects.toThrow(/account "ann" does not exist/);
    await expect(registry.createKey('ann')).rejects.toThrow(/does not exist/);
    await expect(registry.revokeKey(9)).rejects.toThrow(/key 9 does not exist/);
    expect(await registry.accounts()).toEqual([]);
    expect(await registry.keys()).toEqual([]);
  },

  'an account has at most two live keys, even if two processes create five at once': async (newDataStore) => {
    const store = await newDataStore();
    const [one, other] = [await openAccounts(store), await openAccounts(store)];
    await accountWith(one, { limit: 1 });
    const creations = [one, other, one, other, one].map(({ registry }) => registry.createKey('ann'));
    const results = await Promise.allSettled(creations);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await one.registry.keys('ann')).map(({ state }) => state)).toEqual(['live', 'live']);
  },

  'a revoked or an expired key makes room for another': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const { registry } = accounts;
    await accountWith(accounts, { limit: 1 });
    const second = await registry.createKey('ann', new Date(clock.now() + DAY));
    await expect(registry.createKey('ann')).rejects.toThrow(`${second.id} (${second.prefix}…); more are not allowed`);
    clock.forward(DAY);
    await registry.createKey('ann');
    await registry.revokeKey(1);
    await registry.createKey('ann');
    expect((await registry.keys()).map(({ state }) => state)).toEqual(['revoked', 'expired', 'live', 'live']);
  },

  'a burst out of range is refused, and the plan stays as it is': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    const before = await registry.plans();
    for (const burst of [0, 10_001, 1.5, Number.NaN]) {
      const plan = { name: 'free', limit: 1, windowSeconds: 1, burst, excluded: [] };
      await expect(registry.setPlan('free', () => plan)).rejects.toThrow(/plan free: expected a burst from 1 to 10000/);
    }
    expect(await registry.plans()).toEqual(before);
  },

  'a plan that cannot be made from the existing one stays as it is': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    const before = await registry.plans();
    const reject = () => {
      throw new Error('no');
    };
    await expect(registry.setPlan('free', reject)).rejects.toThrow('no');
    expect(await registry.plans()).toEqual(before);
  },

  'keys are 43 characters of base64url, all different, and none looks like a flag': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const keys = [(await accountWith(accounts, { limit: 1 })).key];
    for (let id = 1; id < 30; id++) {
      await accounts.registry.revokeKey(id);
      keys.push((await accounts.registry.createKey('ann')).key);
    }
    expect(new Set(keys).size).toBe(30);
    for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/);
  },

  'a changed plan is changed for the accounts that have it': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key, plan } = await accountWith(accounts, { limit: 5 });
    const authenticate = () => accounts.admit('ann', key, '192.0.2.1');
    expect(await authenticate()).toMatchObject({ account: { plan: { limit: 5, excluded: [] } } });
    await accounts.registry.setPlan(plan.name, () => ({ ...plan, limit: 9, excluded: ['getFluids'] }));
    expect(await authenticate()).toMatchObject({ account: { plan: { limit: 9, excluded: ['getFluids'] } } });
    expect(await accounts.registry.plans()).toHaveLength(4);
  },

  'two changes of a plan at once are both kept': async (newDataStore) => {
    const store = await newDataStore();
    const [one, other] = [await openAccounts(store), await openAccounts(store)];
    const change = ({ registry }: typeof one, values: object) =>
      registry.setPlan('free', (existing) => ({ ...(existing as NonNullable<typeof existing>), ...values }));
    await Promise.all([change(one, { limit: 7 }), change(other, { burst: 5 })]);
    expect((await one.registry.plans())[0]).toMatchObject({ name: 'free', limit: 7, burst: 5 });
  },
};
