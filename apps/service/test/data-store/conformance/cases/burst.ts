import { expect } from 'vitest';
import { fakeClock, openAccounts } from '../accounts.ts';
import type { Cases, NewDataStore } from '../describe-conformance.ts';

const account = (burst: number, id = 1) => ({
  id,
  user: 'ann',
  plan: { name: 'own', limit: 1, windowSeconds: 1, burst, excluded: [] },
});

async function openBurst(newDataStore: NewDataStore) {
  const clock = fakeClock();
  const { burst } = await openAccounts(await newDataStore(), { now: clock.now, monotonicNow: clock.now });
  return { burst, clock };
}

export const cases: Cases = {
  'no second holds more requests than the burst, wherever it begins': async (newDataStore) => {
    const { burst, clock } = await openBurst(newDataStore);
    const hits = async (times: number) => {
      const waits = [];
      for (let time = 0; time < times; time++) waits.push(await burst.hit(account(3)));
      return waits;
    };
    expect(await hits(2)).toEqual([undefined, undefined]);
    clock.forward(900);
    expect(await hits(2)).toEqual([undefined, 1]);
    clock.forward(99);
    expect(await hits(1)).toEqual([1]);
    clock.forward(1);
    expect(await hits(3)).toEqual([undefined, undefined, 1]);
  },

  'a refused request does not count, and accounts count for themselves': async (newDataStore) => {
    const { burst, clock } = await openBurst(newDataStore);
    await burst.hit(account(1));
    for (let time = 0; time < 9; time++) {
      clock.forward(100);
      expect(await burst.hit(account(1))).toBe(1);
    }
    expect(await burst.hit(account(1, 2))).toBeUndefined();
    clock.forward(100);
    expect(await burst.hit(account(1))).toBeUndefined();
  },

  'a changed burst holds from the next request on': async (newDataStore) => {
    const { burst } = await openBurst(newDataStore);
    await burst.hit(account(1));
    expect(await burst.hit(account(1))).toBe(1);
    expect(await burst.hit(account(2))).toBeUndefined();
  },
};
