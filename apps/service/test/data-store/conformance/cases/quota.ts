import fc from 'fast-check';
import { expect } from 'vitest';
import type { ChargeResult, Quota } from '../../../../src/quota/quota.ts';
import { accountWith, DAY, fakeClock, openAccounts } from '../accounts.ts';
import type { Cases } from '../case.ts';

const ALL = { from: '0000-01-01', to: '9999-12-31' };

export const dailyUsage: Cases = {
  'consultations are recorded by day, account and operation, except for rejected requests and checks': async (
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
    const usage = await accounts.dailyUsage(ALL);
    expect(usage).toEqual([
      { day: '2026-01-31', user: 'ann', operation: 'decodeVin', consultations: 1 },
      { day: '2026-01-31', user: 'ann', operation: 'getFluids', consultations: 2 },
      { day: '2026-01-31', user: 'bob', operation: 'decodeVin', consultations: 1 },
      { day: '2026-02-01', user: 'ann', operation: 'getFluids', consultations: 1 },
    ]);
    expect(await accounts.dailyUsage({ from: '2026-02-01', to: '2026-02-01' })).toEqual(usage.slice(3));
    expect(await accounts.dailyUsage({ ...ALL, user: 'bob' })).toEqual(usage.slice(2, 3));
    await expect(accounts.dailyUsage({ ...ALL, user: 'eve' })).rejects.toThrow('account list');
  },

  'the usage for a day is kept after the end of its window': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), clock);
    const ann = await accountWith(accounts, { limit: 1 });
    for (let day = 0; day < 5; day++) {
      await accounts.quota.charge(ann, 'getFluids');
      clock.forward(90 * DAY);
    }
    expect(await accounts.dailyUsage(ALL)).toHaveLength(5);
  },

  'a deleted account leaves only anonymous usage, and a new account with the same name has a full allowance': async (
    newDataStore,
  ) => {
    const accounts = await openAccounts(await newDataStore());
    const { registry, quota, admit } = accounts;
    for (const user of ['ann', 'bob']) {
      const account = await accountWith(accounts, { limit: 4 }, user);
      await quota.charge(account, 'getFluids');
      expect(await registry.deleteAccount(user)).toMatchObject({ user });
      expect(await admit(user, account.key, '203.0.113.1')).toEqual({ outcome: 'wrong-credentials' });
    }
    expect([await registry.accounts(), await registry.keys()]).toEqual([[], []]);
    expect(await accounts.dailyUsage(ALL)).toMatchObject([{ user: null, operation: 'getFluids', consultations: 2 }]);
    const again = await accountWith(accounts, { limit: 4 });
    expect(await quota.charge(again, 'getFluids')).toMatchObject({ allowance: { remaining: 3 } });
    expect(await accounts.dailyUsage({ ...ALL, user: 'ann' })).toMatchObject([{ consultations: 1 }]);
    await expect(registry.deleteAccount('eve')).rejects.toThrow('account list');
  },

  'a plan can be deleted only if no account uses it': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { registry } = accounts;
    await accountWith(accounts, { limit: 4 });
    await expect(registry.deletePlan('own')).rejects.toThrow('plan own has an account, ann for example');
    await registry.setAccountPlan('ann', 'free');
    expect(await registry.deletePlan('own')).toMatchObject({ name: 'own' });
    await expect(registry.deletePlan('own')).rejects.toThrow('existing plans: free, standard, test');
  },
};

/** An hour in seconds. */
const HOUR = 3600;

interface Step {
  forward: number;
  limit: number;
  windowSeconds: number;
  charge: boolean;
}

/** Returns a naive implementation of the specification, which keeps all timestamps and counts them each time. */
function naive(now: () => number) {
  const moments: number[] = [];
  return ({ limit, windowSeconds, charge }: Step): ChargeResult => {
    const ts = Math.max(now(), ...moments);
    const live = () => moments.filter((moment) => moment + windowSeconds * 1000 > ts);
    const ok = live().length < limit;
    if (ok && charge) moments.push(ts);
    const counted = live();
    const next = counted.at(Math.max(0, counted.length - limit));
    const resetSeconds = next === undefined ? 0 : Math.ceil((next + windowSeconds * 1000 - now()) / 1000);
    const allowance = { limit, windowSeconds, remaining: Math.max(0, limit - counted.length), resetSeconds };
    return { ok, allowance };
  };
}

const halfSeconds = (count: number) => count * 500;

const steps: fc.Arbitrary<Step[]> = fc.array(
  fc.record({
    // Steps of half a second, so that timestamps often coincide with window boundaries.
    forward: fc
      .oneof(fc.constant(0), fc.integer({ min: 0, max: 20 }), fc.integer({ min: -40, max: 80 }))
      .map(halfSeconds),
    limit: fc.integer({ min: 1, max: 6 }),
    windowSeconds: fc.constantFrom(1, 5, 10, 30),
    charge: fc.boolean(),
  }),
  { maxLength: 60, size: 'max' },
);

export const quota: Cases = {
  'a consultation stops counting exactly when it is as old as the rolling window': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const account = await accountWith(accounts, { limit: 2, windowSeconds: HOUR });
    const charge = () => accounts.quota.charge(account, 'getFluids');
    const allowance = { limit: 2, windowSeconds: HOUR };

    expect(await charge()).toEqual({ ok: true, allowance: { ...allowance, remaining: 1, resetSeconds: HOUR } });
    clock.forward(600_000);
    expect(await charge()).toEqual({ ok: true, allowance: { ...allowance, remaining: 0, resetSeconds: 3000 } });
    const rejected = {
      ok: false,
      allowance: { ...allowance, remaining: 0, resetSeconds: 3000 },
    };
    expect(await charge()).toEqual(rejected);
    clock.forward(2_999_999);
    expect(await charge()).toMatchObject({ ok: false, allowance: { resetSeconds: 1 } });
    clock.forward(1);
    expect(await charge()).toEqual({ ok: true, allowance: { ...allowance, remaining: 0, resetSeconds: 600 } });
    expect(await charge()).toMatchObject({ ok: false, allowance: { resetSeconds: 600 } });
  },

  'a check returns the result that a charge would return, without charging': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const account = await accountWith(accounts, { limit: 1, windowSeconds: HOUR });
    const untouched = { limit: 1, windowSeconds: HOUR, remaining: 1, resetSeconds: 0 };
    for (let time = 0; time < 3; time++) {
      expect(await accounts.quota.check(account)).toEqual({ ok: true, allowance: untouched });
    }
    await accounts.quota.charge(account, 'getFluids');
    expect(await accounts.quota.check(account)).toMatchObject({ ok: false, allowance: { resetSeconds: HOUR } });
  },

  'each account has its own window': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const [ann, bob] = [await accountWith(accounts, { limit: 1 }), await accountWith(accounts, { limit: 1 }, 'bob')];
    expect(
      await Promise.all([ann, bob, ann].map((account) => accounts.quota.charge(account, 'getFluids'))),
    ).toMatchObject([{ ok: true }, { ok: true }, { ok: false }]);
  },

  'a clock that is set back does not add or remove consultations': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const account = await accountWith(accounts, { limit: 2, windowSeconds: HOUR });
    await accounts.quota.charge(account, 'getFluids');
    clock.forward(-10 * DAY);
    expect(await accounts.quota.charge(account, 'getFluids')).toMatchObject({ ok: true, allowance: { remaining: 0 } });
    const wait = 10 * 86_400 + HOUR;
    const rejected = { ok: false, allowance: { resetSeconds: wait } };
    expect(await accounts.quota.charge(account, 'getFluids')).toMatchObject(rejected);
    clock.forward(wait * 1000 - 1);
    expect(await accounts.quota.charge(account, 'getFluids')).toMatchObject({
      ok: false,
      allowance: { resetSeconds: 1 },
    });
    clock.forward(1);
    expect(await accounts.quota.charge(account, 'getFluids')).toMatchObject({ ok: true, allowance: { remaining: 1 } });
  },

  'consultations dated in the future are dated back on request and then count for one window': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const account = await accountWith(accounts, { limit: 3, windowSeconds: HOUR });
    await accounts.quota.charge(account, 'getFluids');
    clock.forward(20 * DAY);
    for (let time = 0; time < 2; time++) await accounts.quota.charge(account, 'getFluids');
    clock.forward(-20 * DAY + 60_000);
    expect(await accounts.repairClock()).toBe(2);
    expect(await accounts.repairClock()).toBe(0);
    expect(await accounts.quota.check(account)).toMatchObject({ allowance: { remaining: 0, resetSeconds: HOUR - 60 } });
    clock.forward(HOUR * 1000);
    expect(await accounts.quota.charge(account, 'getFluids')).toMatchObject({ ok: true, allowance: { remaining: 2 } });
  },

  'a lower limit allows a charge after enough consultations have expired, and a higher limit applies immediately':
    async (newDataStore) => {
      const clock = fakeClock();
      const accounts = await openAccounts(await newDataStore(), { now: clock.now });
      const account = await accountWith(accounts, { limit: 5, windowSeconds: HOUR });
      for (let time = 0; time < 5; time++) {
        await accounts.quota.charge(account, 'getFluids');
        clock.forward(60_000);
      }
      const lower = { ...account, plan: { ...account.plan, limit: 2 } };
      const wait = HOUR - 2 * 60;
      expect(await accounts.quota.check(lower)).toMatchObject({
        ok: false,
        allowance: { remaining: 0, resetSeconds: wait },
      });
      clock.forward(wait * 1000 - 1);
      expect(await accounts.quota.check(lower)).toMatchObject({ ok: false, allowance: { resetSeconds: 1 } });
      clock.forward(1);
      expect(await accounts.quota.check(lower)).toMatchObject({ ok: true, allowance: { remaining: 1 } });
      const higher = { ...account, plan: { ...account.plan, limit: 9 } };
      expect(await accounts.quota.check(higher)).toMatchObject({ ok: true, allowance: { remaining: 8 } });
    },

  'consultations outside a shorter window count again in a longer window': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const account = await accountWith(accounts, { limit: 10, windowSeconds: HOUR });
    for (let time = 0; time < 4; time++) await accounts.quota.charge(account, 'getFluids');
    clock.forward(DAY);
    expect(await accounts.quota.charge(account, 'getFluids')).toMatchObject({ allowance: { remaining: 9 } });
    const longer = { ...account, plan: { ...account.plan, windowSeconds: 7 * 86_400 } };
    expect(await accounts.quota.check(longer)).toMatchObject({ allowance: { remaining: 5 } });
  },

  'all results equal the results of a naive count for any clock, limit and window': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const { plan } = await accountWith(accounts, { limit: 1 });
    // No plan has a window of more than 30 s, so older consultations are pruned.
    for (const name of ['test', 'free', 'standard', 'own']) {
      await accounts.registry.setPlan(name, { limit: plan.limit, windowSeconds: 30 });
    }
    let users = 0;
    await fc.assert(
      fc.asyncProperty(steps, async (all) => {
        const { account } = await accounts.registry.createAccount(`user ${users++}`, 'own');
        const model = naive(clock.now);
        for (const step of all) {
          clock.forward(step.forward);
          const request = { id: account.id, user: account.user, plan: { ...plan, ...step } };
          const got = await (step.charge ? accounts.quota.charge(request, 'getFluids') : accounts.quota.check(request));
          expect(got).toEqual(model(step));
        }
      }),
      { numRuns: process.env.DEEP ? 2000 : 40 },
    );
  },

  'of 1,050 attempts (50 concurrent), exactly 1,000 succeed, even from two processes': async (newDataStore) => {
    const store = await newDataStore();
    const processes = [await openAccounts(store), await openAccounts(store)] as const;
    const account = await accountWith(processes[0], { limit: 1000 });
    for (const [user, quotas] of [
      ['bob', [processes[0].quota]],
      ['eve', processes.map(({ quota }) => quota)],
    ] as const) {
      const { id } = (await processes[0].registry.createAccount(user, 'own')).account;
      let [left, passed] = [1050, 0];
      const lane = async (_: unknown, index: number) => {
        const quota = quotas[index % quotas.length] as Quota;
        while (left-- > 0) if ((await quota.charge({ ...account, id }, 'getFluids')).ok) passed++;
      };
      await Promise.all(Array.from({ length: 50 }).map(lane));
      expect(passed).toBe(1000);
    }
  },
};
