import { expect } from 'vitest';
import { accountWith, fakeClock, openAccounts } from '../accounts.ts';
import type { Cases, NewDataStore } from '../case.ts';

async function openBurst(newDataStore: NewDataStore, burst: number) {
  const clock = fakeClock();
  const accounts = await openAccounts(await newDataStore(), { now: clock.now, monotonicNow: clock.now });
  const hitBy = async (user: string) => {
    const { key } = await accountWith(accounts, { limit: 1, burst }, user);
    return async () => (await accounts.admit(user, key, '192.0.2.1')).outcome;
  };
  return { accounts, clock, hitBy };
}

export const cases: Cases = {
  'no second holds more requests than the burst, wherever it begins': async (newDataStore) => {
    const { clock, hitBy } = await openBurst(newDataStore, 3);
    const hit = await hitBy('ann');
    const hits = async (times: number) => {
      const outcomes = [];
      for (let time = 0; time < times; time++) outcomes.push(await hit());
      return outcomes;
    };
    expect(await hits(2)).toEqual(['admitted', 'admitted']);
    clock.forward(900);
    expect(await hits(2)).toEqual(['admitted', 'too-fast']);
    clock.forward(99);
    expect(await hits(1)).toEqual(['too-fast']);
    clock.forward(1);
    expect(await hits(3)).toEqual(['admitted', 'admitted', 'too-fast']);
  },

  'a refused request does not count, and accounts count for themselves': async (newDataStore) => {
    const { clock, hitBy } = await openBurst(newDataStore, 1);
    const [ann, bob] = [await hitBy('ann'), await hitBy('bob')];
    await ann();
    for (let time = 0; time < 9; time++) {
      clock.forward(100);
      expect(await ann()).toBe('too-fast');
    }
    expect(await bob()).toBe('admitted');
    clock.forward(100);
    expect(await ann()).toBe('admitted');
  },

  'a changed burst holds from the next request on': async (newDataStore) => {
    const { accounts, hitBy } = await openBurst(newDataStore, 1);
    const hit = await hitBy('ann');
    await hit();
    expect(await hit()).toBe('too-fast');
    await accounts.registry.setPlan('own', (plan) => ({ ...(plan as NonNullable<typeof plan>), burst: 2 }));
    expect(await hit()).toBe('admitted');
  },

  'a request too many tells the account, and wrong credentials do not count': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now, monotonicNow: clock.now });
    const { key, ...account } = await accountWith(accounts, { limit: 1, burst: 1 });
    await accounts.admit('ann', 'wrong', '192.0.2.1');
    expect(await accounts.admit('ann', key, '192.0.2.1')).toEqual({ outcome: 'admitted', account });
    expect(await accounts.admit('ann', key, '192.0.2.1')).toEqual({ outcome: 'too-fast', account });
  },
};
