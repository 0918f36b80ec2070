import { expect } from 'vitest';
import { accountWith, DAY, fakeClock, openAccounts } from '../accounts.ts';
import type { Cases } from '../case.ts';

const ALL = { from: '0000-01-01', to: '9999-12-31' };

export const cases: Cases = {
  'consultations are recorded by day, account and operation; refused and checked ones are not': async (
    newDataStore,
  ) => {
    const clock = fakeClock(Date.UTC(2026, 0, 31, 23, 59, 59));
    const accounts = await openAccounts(await newDataStore(), clock);
    const ann = await accountWith(accounts, { limit: 4 });
    const bob = await accountWith(accounts, { limit: 4 }, 'bob');
    const { charge, check } = accounts.quota;
    await Promise.all([
      charge(ann, 'getFluids'),
      charge(bob, 'decodeVin'),
      charge(ann, 'getFluids'),
      charge(ann, 'decodeVin'),
      check(ann),
    ]);
    clock.forward(1_000);
    await Promise.all([charge(ann, 'getFluids'), charge(ann, 'decodeVin'), charge(ann, 'decodeVin')]);
    const usage = await accounts.usage.daily(ALL);
    expect(usage).toEqual([
      { day: '2026-01-31', user: 'ann', operation: 'decodeVin', consultations: 1 },
      { day: '2026-01-31', user: 'ann', operation: 'getFluids', consultations: 2 },
      { day: '2026-01-31', user: 'bob', operation: 'decodeVin', consultations: 1 },
      { day: '2026-02-01', user: 'ann', operation: 'getFluids', consultations: 1 },
    ]);
    expect(await accounts.usage.daily({ from: '2026-02-01', to: '2026-02-01' })).toEqual(usage.slice(3));
    expect(await accounts.usage.daily({ ...ALL, user: 'bob' })).toEqual(usage.slice(2, 3));
    await expect(accounts.usage.daily({ ...ALL, user: 'eve' })).rejects.toThrow('account list');
  },

  'the usage of a day outlives the window': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), clock);
    const ann = await accountWith(accounts, { limit: 1 });
    for (let day = 0; day < 5; day++) {
      await accounts.quota.charge(ann, 'getFluids');
      clock.forward(90 * DAY);
    }
    expect(await accounts.usage.daily(ALL)).toHaveLength(5);
  },

  'a deleted account is erased; its usage is kept without its name, and another account of that name starts anew':
    async (newDataStore) => {
      const accounts = await openAccounts(await newDataStore());
      const { registry, quota, admit } = accounts;
      for (const user of ['ann', 'bob']) {
        const account = await accountWith(accounts, { limit: 4 }, user);
        await quota.charge(account, 'getFluids');
        expect(await registry.deleteAccount(user)).toMatchObject({ user });
        expect(await admit(user, account.key, '203.0.113.1')).toEqual({ outcome: 'wrong-credentials' });
      }
      expect([await registry.accounts(), await registry.keys()]).toEqual([[], []]);
      expect(await accounts.usage.daily(ALL)).toMatchObject([
        { user: undefined, operation: 'getFluids', consultations: 2 },
      ]);
      const again = await accountWith(accounts, { limit: 4 });
      expect(await quota.charge(again, 'getFluids')).toMatchObject({ allowance: { remaining: 3 } });
      expect(await accounts.usage.daily({ ...ALL, user: 'ann' })).toMatchObject([{ consultations: 1 }]);
      await expect(registry.deleteAccount('eve')).rejects.toThrow('account list');
    },

  'a plan is deleted unless an account has it': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { registry } = accounts;
    await accountWith(accounts, { limit: 4 });
    await expect(registry.deletePlan('own')).rejects.toThrow('plan own has an account, ann for example');
    await registry.setAccountPlan('ann', 'free');
    expect(await registry.deletePlan('own')).toMatchObject({ name: 'own' });
    await expect(registry.deletePlan('own')).rejects.toThrow('existing plans: free, standard, test');
  },
};
