import { expect } from 'vitest';
import type { Accounts } from '../../../../src/data-store/data-store.ts';
import { accountWith, DAY, fakeClock, MINUTE, openAccounts } from '../accounts.ts';
import type { Cases } from '../case.ts';

const HERE = '192.0.2.1';
const ELSEWHERE = '2001:db8::1';

const ADMITTED = { outcome: 'admitted' };
const WRONG = { outcome: 'wrong-credentials' };
const lockedOut = (retryAfterSeconds: number) => ({ outcome: 'locked-out', retryAfterSeconds });

const admit = (accounts: Accounts, key: string, user = 'ann', address = HERE) => accounts.admit(user, key, address);

async function sendWrongKeys(accounts: Accounts, times: number, user = 'ann', address = HERE) {
  for (let time = 1; time < times; time++) await admit(accounts, 'wrong', user, address);
  return admit(accounts, 'wrong', user, address);
}

export const cases: Cases = {
  'the right key tells the account and its plan': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key, ...account } = await accountWith(accounts, { limit: 7, excluded: ['getOemParts'] });
    expect(await admit(accounts, key)).toEqual({ outcome: 'admitted', account });
  },

  'both live keys of an account are right, those of others are wrong': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key } = await accountWith(accounts, { limit: 1 });
    const { key: second } = await accounts.registry.createKey('ann');
    const { key: foreign } = await accountWith(accounts, { limit: 1 }, 'bob');
    expect(await admit(accounts, key)).toMatchObject(ADMITTED);
    expect(await admit(accounts, second)).toMatchObject(ADMITTED);
    expect(await admit(accounts, foreign)).toEqual(WRONG);
    expect(await admit(accounts, key, 'nobody')).toEqual(WRONG);
  },

  'a user name matches in both Unicode forms, and not in another case': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key } = await accountWith(accounts, { limit: 1 }, 'Jér');
    expect(await admit(accounts, key, 'Je\u0301r')).toMatchObject(ADMITTED);
    expect(await admit(accounts, key, 'jér')).toEqual(WRONG);
  },

  'a key is right up to the moment it expires': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    await accountWith(accounts, { limit: 1 });
    const { key } = await accounts.registry.createKey('ann', new Date(clock.now() + DAY));
    clock.forward(DAY - 1);
    expect(await admit(accounts, key)).toMatchObject(ADMITTED);
    clock.forward(1);
    expect(await admit(accounts, key)).toEqual(WRONG);
  },

  'a key revoked and an account disabled by another process are refused from the next request on': async (
    newDataStore,
  ) => {
    const store = await newDataStore();
    const [accounts, other] = [await openAccounts(store), await openAccounts(store)];
    const { key } = await accountWith(accounts, { limit: 1 });
    const { key: second } = await accounts.registry.createKey('ann');
    expect(await admit(accounts, key)).toMatchObject(ADMITTED);
    await other.registry.revokeKey(1);
    expect(await admit(accounts, key)).toEqual(WRONG);
    expect(await admit(accounts, second)).toMatchObject(ADMITTED);
    await other.registry.setDisabled('ann', true);
    expect(await admit(accounts, second)).toEqual(WRONG);
    await other.registry.setDisabled('ann', false);
    expect(await admit(accounts, second)).toMatchObject(ADMITTED);
  },

  'without any account every credential is wrong': async (newDataStore) => {
    expect(await admit(await openAccounts(await newDataStore()), 'x')).toEqual(WRONG);
  },

  'the tenth wrong key locks the user at that address for 15 minutes, also for the right key': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const { key } = await accountWith(accounts, { limit: 1 });
    expect(await sendWrongKeys(accounts, 9)).toEqual(WRONG);
    expect(await sendWrongKeys(accounts, 1)).toEqual(lockedOut(900));
    clock.forward(5 * MINUTE);
    expect(await admit(accounts, key)).toEqual(lockedOut(600));
    expect(await admit(accounts, 'wrong')).toEqual(lockedOut(600));
    clock.forward(10 * MINUTE - 1);
    expect(await admit(accounts, key)).toEqual(lockedOut(1));
    clock.forward(1);
    expect(await admit(accounts, key)).toMatchObject(ADMITTED);
  },

  'a lock holds for one user at one address only': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key } = await accountWith(accounts, { limit: 1 });
    const { key: keyOfBob } = await accountWith(accounts, { limit: 1 }, 'bob');
    await sendWrongKeys(accounts, 10);
    expect(await admit(accounts, key)).toMatchObject({ outcome: 'locked-out' });
    expect(await admit(accounts, key, 'ann', ELSEWHERE)).toMatchObject(ADMITTED);
    expect(await admit(accounts, keyOfBob, 'bob', HERE)).toMatchObject(ADMITTED);
  },

  'a right key forgets the wrong keys before it, and so do 15 minutes': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const { key } = await accountWith(accounts, { limit: 1 });
    await sendWrongKeys(accounts, 9);
    await admit(accounts, key);
    expect(await sendWrongKeys(accounts, 9)).toEqual(WRONG);
    clock.forward(15 * MINUTE);
    expect(await sendWrongKeys(accounts, 9)).toEqual(WRONG);
  },

  'a user that does not exist is locked in the same way': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore(), { now: fakeClock().now });
    expect(await sendWrongKeys(accounts, 10, 'nobody')).toEqual(lockedOut(900));
  },

  'both Unicode forms of a name share a lock-out': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    await sendWrongKeys(accounts, 5, 'J\u00e9r');
    expect(await sendWrongKeys(accounts, 6, 'Je\u0301r')).toMatchObject({ outcome: 'locked-out' });
  },

  'fifty wrong keys at once count as fifty': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const results = await Promise.all(Array.from({ length: 50 }, () => admit(accounts, 'wrong')));
    expect(results.filter(({ outcome }) => outcome === 'wrong-credentials')).toHaveLength(9);
  },
};
