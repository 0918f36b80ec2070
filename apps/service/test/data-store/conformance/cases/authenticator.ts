import { expect } from 'vitest';
import type { Accounts } from '../../../../src/data-store/data-store.ts';
import { accountWith, DAY, fakeClock, MINUTE, openAccounts } from '../accounts.ts';
import type { Cases } from '../describe-conformance.ts';

const HERE = '192.0.2.1';
const ELSEWHERE = '2001:db8::1';

const authenticate = ({ authenticator }: Accounts, key: string, user = 'ann', address = HERE) =>
  authenticator.authenticate(user, key, address);

async function sendWrongKeys(accounts: Accounts, times: number, user = 'ann', address = HERE) {
  for (let time = 1; time < times; time++) await authenticate(accounts, 'wrong', user, address);
  return authenticate(accounts, 'wrong', user, address);
}

export const cases: Cases = {
  'the right key tells the account and its plan': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key, ...account } = await accountWith(accounts, { limit: 7, excluded: ['getOemParts'] });
    expect(await authenticate(accounts, key)).toEqual({ ok: true, account });
  },

  'both live keys of an account are right, those of others are wrong': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key } = await accountWith(accounts, { limit: 1 });
    const { key: second } = await accounts.registry.createKey('ann');
    const { key: foreign } = await accountWith(accounts, { limit: 1 }, 'bob');
    expect(await authenticate(accounts, key)).toMatchObject({ ok: true });
    expect(await authenticate(accounts, second)).toMatchObject({ ok: true });
    expect(await authenticate(accounts, foreign)).toEqual({ ok: false });
    expect(await authenticate(accounts, key, 'nobody')).toEqual({ ok: false });
  },

  'a user name matches in both Unicode forms, and not in another case': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key } = await accountWith(accounts, { limit: 1 }, 'Jér');
    expect(await authenticate(accounts, key, 'Je\u0301r')).toMatchObject({ ok: true });
    expect(await authenticate(accounts, key, 'jér')).toEqual({ ok: false });
  },

  'a key is right up to the moment it expires': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    await accountWith(accounts, { limit: 1 });
    const { key } = await accounts.registry.createKey('ann', new Date(clock.now() + DAY));
    clock.forward(DAY - 1);
    expect(await authenticate(accounts, key)).toMatchObject({ ok: true });
    clock.forward(1);
    expect(await authenticate(accounts, key)).toEqual({ ok: false });
  },

  'a key revoked and an account disabled by another process are refused from the next request on': async (
    newDataStore,
  ) => {
    const store = await newDataStore();
    const [accounts, other] = [await openAccounts(store), await openAccounts(store)];
    const { key } = await accountWith(accounts, { limit: 1 });
    const { key: second } = await accounts.registry.createKey('ann');
    expect(await authenticate(accounts, key)).toMatchObject({ ok: true });
    await other.registry.revokeKey(1);
    expect(await authenticate(accounts, key)).toEqual({ ok: false });
    expect(await authenticate(accounts, second)).toMatchObject({ ok: true });
    await other.registry.setDisabled('ann', true);
    expect(await authenticate(accounts, second)).toEqual({ ok: false });
    await other.registry.setDisabled('ann', false);
    expect(await authenticate(accounts, second)).toMatchObject({ ok: true });
  },

  'without any account every credential is wrong': async (newDataStore) => {
    expect(await authenticate(await openAccounts(await newDataStore()), 'x')).toEqual({ ok: false });
  },

  'the tenth wrong key locks the user at that address for 15 minutes, also for the right key': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const { key } = await accountWith(accounts, { limit: 1 });
    expect(await sendWrongKeys(accounts, 9)).toEqual({ ok: false });
    expect(await sendWrongKeys(accounts, 1)).toEqual({ ok: false, retryAfterSeconds: 900 });
    clock.forward(5 * MINUTE);
    expect(await authenticate(accounts, key)).toEqual({ ok: false, retryAfterSeconds: 600 });
    expect(await authenticate(accounts, 'wrong')).toEqual({ ok: false, retryAfterSeconds: 600 });
    clock.forward(10 * MINUTE - 1);
    expect(await authenticate(accounts, key)).toEqual({ ok: false, retryAfterSeconds: 1 });
    clock.forward(1);
    expect(await authenticate(accounts, key)).toMatchObject({ ok: true });
  },

  'a lock holds for one user at one address only': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key } = await accountWith(accounts, { limit: 1 });
    const { key: keyOfBob } = await accountWith(accounts, { limit: 1 }, 'bob');
    await sendWrongKeys(accounts, 10);
    expect(await authenticate(accounts, key)).toMatchObject({ retryAfterSeconds: expect.any(Number) });
    expect(await authenticate(accounts, key, 'ann', ELSEWHERE)).toMatchObject({ ok: true });
    expect(await authenticate(accounts, keyOfBob, 'bob', HERE)).toMatchObject({ ok: true });
  },

  'a right key forgets the wrong keys before it, and so do 15 minutes': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const { key } = await accountWith(accounts, { limit: 1 });
    await sendWrongKeys(accounts, 9);
    await authenticate(accounts, key);
    expect(await sendWrongKeys(accounts, 9)).toEqual({ ok: false });
    clock.forward(15 * MINUTE);
    expect(await sendWrongKeys(accounts, 9)).toEqual({ ok: false });
  },

  'a user that does not exist is locked in the same way': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore(), { now: fakeClock().now });
    expect(await sendWrongKeys(accounts, 10, 'nobody')).toEqual({ ok: false, retryAfterSeconds: 900 });
  },

  'fifty wrong keys at once count as fifty': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const results = await Promise.all(Array.from({ length: 50 }, () => authenticate(accounts, 'wrong')));
    expect(results.filter((result) => !('retryAfterSeconds' in result))).toHaveLength(9);
  },
};
