import { expect } from 'vitest';
import { isMistypedKey } from '../../../../src/accounts/credentials.ts';
import { DEFAULT_SETTINGS } from '../../../../src/accounts/plan.ts';
import type { Accounts } from '../../../../src/data-store/account-store.ts';
import { KEY_PATTERN } from '../../../accounts/key-pattern.ts';
import { accountWith, DAY, fakeClock, MINUTE, openAccounts } from '../accounts.ts';
import type { Cases, NewDataStore } from '../case.ts';

const INVALID_NAMES = [
  ['', 'an empty name'],
  ['a'.repeat(101), '101'],
  [' ann', 'white space'],
  ['a\nb', 'a control'],
  ['a\u200bb', 'an invisible character'],
  ['\ud800', 'an invisible character'],
] as const;

export const accountRegistry: Cases = {
  'a prepared store has three plans and no accounts': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    const restricted = ['getOemParts', 'getRepairTimes'];
    expect(await registry.plans()).toEqual([
      { ...DEFAULT_SETTINGS, name: 'free', limit: 100, windowSeconds: 30 * 86_400, excluded: restricted },
      { ...DEFAULT_SETTINGS, name: 'standard', limit: 1000, windowSeconds: 30 * 86_400 },
      { ...DEFAULT_SETTINGS, name: 'test', limit: 250, windowSeconds: 7 * 86_400, excluded: restricted },
    ]);
    expect(await registry.accounts()).toEqual([]);
  },

  'accounts cannot be opened before they are prepared': async (newDataStore) => {
    const store = await newDataStore();
    await expect(store.accounts.open()).rejects.toThrow(/migrate$/);
    await openAccounts(store);
  },

  'completed migrations do not run again': async (newDataStore) => {
    const store = await newDataStore();
    expect(await store.accounts.prepare()).not.toEqual([]);
    expect(await store.accounts.prepare()).toEqual([]);
  },

  'changes persist after closing and reopening': async (newDataStore) => {
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

  'an invalid user name is rejected with the reason': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    for (const [user, reason] of INVALID_NAMES) {
      await expect(registry.createAccount(user, 'free'), JSON.stringify(user)).rejects.toThrow(reason);
    }
    expect(await registry.accounts()).toEqual([]);
  },

  'user names may use any script, and two Unicode forms of a name are equal': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    for (const user of ['Łukasz', '王', "O'Neil & 100%", 'J\u0065\u0301r']) await registry.createAccount(user, 'free');
    await expect(registry.createAccount('J\u00e9r', 'free')).rejects.toThrow(/already exists/);
  },

  'errors name a missing account, plan or key without creating it': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    await expect(registry.createAccount('ann', 'gold')).rejects.toThrow(/existing plans: free, standard, test/);
    await expect(registry.setAccountPlan('ann', 'free')).rejects.toThrow(/account "ann" does not exist/);
    await expect(registry.createKey('ann')).rejects.toThrow(/does not exist/);
    await expect(registry.revokeKey(9)).rejects.toThrow(/key 9 does not exist/);
    expect(await registry.accounts()).toEqual([]);
    expect(await registry.keys()).toEqual([]);
  },

  'an account has at most two live keys, even if two processes create five concurrently': async (newDataStore) => {
    const store = await newDataStore();
    const [one, other] = [await openAccounts(store), await openAccounts(store)];
    await accountWith(one, { limit: 1 });
    const creations = [one, other, one, other, one].map(({ registry }) => registry.createKey('ann'));
    const results = await Promise.allSettled(creations);
    expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
    expect((await one.registry.keys('ann')).map(({ state }) => state)).toEqual(['live', 'live']);
  },

  'a key can be created after another key was revoked or has expired': async (newDataStore) => {
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

  'a rotation creates a key, and the previous key expires after the overlap or at its own earlier expiry': async (
    newDataStore,
  ) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const { registry } = accounts;
    const { key: first } = await accountWith(accounts, { limit: 1 });
    const { key, expiring } = await registry.rotateKey('ann', 60);
    expect(expiring).toMatchObject([{ id: 1, expires: new Date(clock.now() + MINUTE).toISOString(), state: 'live' }]);
    const outcomes = () => Promise.all([first, key.key].map((one) => admit(accounts, one)));
    expect(await outcomes()).toMatchObject([ADMITTED, ADMITTED]);
    clock.forward(MINUTE);
    expect(await outcomes()).toMatchObject([WRONG, ADMITTED]);
    await registry.revokeKey(key.id);
    await registry.createKey('ann', new Date(clock.now() + 1));
    expect((await registry.rotateKey('ann', 60)).expiring).toMatchObject([
      { id: 3, expires: new Date(clock.now() + 1).toISOString() },
    ]);
    await expect(registry.rotateKey('nobody', 60)).rejects.toThrow(/account "nobody" does not exist/);
  },

  'a rotation with two live keys ends the key that expires first, and is rejected if neither expires': async (
    newDataStore,
  ) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const { registry } = accounts;
    await accountWith(accounts, { limit: 1 });
    await registry.createKey('ann', new Date(clock.now() + DAY));
    await registry.rotateKey('ann', 60);
    const states = async () => (await registry.keys('ann')).map(({ state, expires }) => [state, expires !== null]);
    expect(await states()).toEqual([
      ['live', true],
      ['expired', true],
      ['live', false],
    ]);
    await registry.revokeKey(1);
    await registry.createKey('ann');
    const before = await registry.keys('ann');
    await expect(registry.rotateKey('ann', 60)).rejects.toThrow(/3 \(vls_.*…\) and 4 .*neither expires/);
    expect(await registry.keys('ann')).toEqual(before);
  },

  'the day on which a key was last used is recorded after the requests': async (newDataStore) => {
    const clock = fakeClock(Date.UTC(2027, 0, 31));
    const store = await newDataStore();
    const accounts = await openAccounts(store);
    const { key: first } = await accountWith(accounts, { limit: 1 });
    const { key: second } = await accounts.registry.createKey('ann');
    await accountWith(accounts, { limit: 1 }, 'bob');
    const useAll = async (...keys: string[]) => {
      const own = await store.accounts.open({ now: clock.now });
      for (const key of keys) await admit(own, key);
      await own.close();
    };
    await useAll(first, 'wrong', second, first);
    clock.forward(DAY);
    await useAll(second);
    const keys = await accounts.registry.keys();
    expect(keys.map(({ lastUsed }) => lastUsed)).toEqual(['2027-01-31', '2027-02-01', null]);
  },

  'a burst out of range is rejected without changing the plan': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    const before = await registry.plans();
    for (const burst of [0, 10_001, 1.5, Number.NaN]) {
      const changed = registry.setPlan('free', { limit: 1, burst });
      await expect(changed).rejects.toThrow(/plan free: expected a whole-number burst from 1 to 10000/);
    }
    expect(await registry.plans()).toEqual(before);
  },

  'a new plan without a limit or a window is rejected': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    const before = await registry.plans();
    for (const settings of [{ limit: 1 }, { windowSeconds: 1, limit: undefined }]) {
      await expect(registry.setPlan('new', settings)).rejects.toThrow(/plan new does not exist yet/);
    }
    expect(await registry.plans()).toEqual(before);
  },

  'a plan keeps omitted settings, and a new plan has their default values': async (newDataStore) => {
    const { registry } = await openAccounts(await newDataStore());
    const created = await registry.setPlan('new', { limit: 1, windowSeconds: 60 });
    expect(created).toEqual({ ...DEFAULT_SETTINGS, name: 'new', limit: 1, windowSeconds: 60 });
    const changed = await registry.setPlan('new', { limit: undefined, excluded: ['getFluids'] });
    expect(changed).toEqual({ ...created, excluded: ['getFluids'] });
    expect(await registry.plans()).toContainEqual(changed);
  },

  'keys are unique and have a prefix and a checksum': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const keys = [(await accountWith(accounts, { limit: 1 })).key];
    for (let id = 1; id < 30; id++) {
      await accounts.registry.revokeKey(id);
      keys.push((await accounts.registry.createKey('ann')).key);
    }
    expect(new Set(keys).size).toBe(30);
    for (const key of keys) {
      expect(key).toMatch(new RegExp(`^${KEY_PATTERN.source}$`));
      expect(isMistypedKey(key)).toBe(false);
    }
  },

  'a change to a plan applies to the accounts with this plan': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key, plan } = await accountWith(accounts, { limit: 5 });
    const authenticate = () => accounts.admit('ann', key, '192.0.2.1');
    expect(await authenticate()).toMatchObject({ account: { plan: { limit: 5, excluded: [] } } });
    await accounts.registry.setPlan(plan.name, { limit: 9, excluded: ['getFluids'] });
    expect(await authenticate()).toMatchObject({ account: { plan: { limit: 9, excluded: ['getFluids'] } } });
    expect(await accounts.registry.plans()).toHaveLength(4);
  },

  'two concurrent changes to a plan are both applied': async (newDataStore) => {
    const store = await newDataStore();
    const [one, other] = [await openAccounts(store), await openAccounts(store)];
    await Promise.all([one.registry.setPlan('free', { limit: 7 }), other.registry.setPlan('free', { burst: 5 })]);
    expect((await one.registry.plans())[0]).toMatchObject({ name: 'free', limit: 7, burst: 5 });
  },
};

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

export const admission: Cases = {
  'a valid key returns the account and its plan': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key, ...account } = await accountWith(accounts, { limit: 7, excluded: ['getOemParts'] });
    expect(await admit(accounts, key)).toEqual({ outcome: 'admitted', account });
  },

  'both live keys of an account are accepted, but keys of other accounts are rejected': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key } = await accountWith(accounts, { limit: 1 });
    const { key: second } = await accounts.registry.createKey('ann');
    const { key: foreign } = await accountWith(accounts, { limit: 1 }, 'bob');
    expect(await admit(accounts, key)).toMatchObject(ADMITTED);
    expect(await admit(accounts, second)).toMatchObject(ADMITTED);
    expect(await admit(accounts, foreign)).toEqual(WRONG);
    expect(await admit(accounts, key, 'nobody')).toEqual(WRONG);
  },

  'a user name matches in both Unicode forms, but case-sensitively': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key } = await accountWith(accounts, { limit: 1 }, 'Jér');
    expect(await admit(accounts, key, 'Je\u0301r')).toMatchObject(ADMITTED);
    expect(await admit(accounts, key, 'jér')).toEqual(WRONG);
  },

  'a key is accepted until it expires': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    await accountWith(accounts, { limit: 1 });
    const { key } = await accounts.registry.createKey('ann', new Date(clock.now() + DAY));
    clock.forward(DAY - 1);
    expect(await admit(accounts, key)).toMatchObject(ADMITTED);
    clock.forward(1);
    expect(await admit(accounts, key)).toEqual(WRONG);
  },

  'the next request is rejected after another process revokes the key or disables the account': async (
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

  'credentials are rejected if there are no accounts': async (newDataStore) => {
    expect(await admit(await openAccounts(await newDataStore()), 'x')).toEqual(WRONG);
  },

  'the tenth invalid key locks out the user at that address for 15 minutes, even with the valid key': async (
    newDataStore,
  ) => {
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

  'a lockout applies to only one user at one address': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const { key } = await accountWith(accounts, { limit: 1 });
    const { key: keyOfBob } = await accountWith(accounts, { limit: 1 }, 'bob');
    await sendWrongKeys(accounts, 10);
    expect(await admit(accounts, key)).toMatchObject({ outcome: 'locked-out' });
    expect(await admit(accounts, key, 'ann', ELSEWHERE)).toMatchObject(ADMITTED);
    expect(await admit(accounts, keyOfBob, 'bob', HERE)).toMatchObject(ADMITTED);
  },

  'invalid keys stop counting after a valid key or after 15 minutes': async (newDataStore) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now });
    const { key } = await accountWith(accounts, { limit: 1 });
    await sendWrongKeys(accounts, 9);
    await admit(accounts, key);
    expect(await sendWrongKeys(accounts, 9)).toEqual(WRONG);
    clock.forward(15 * MINUTE);
    expect(await sendWrongKeys(accounts, 9)).toEqual(WRONG);
  },

  'a user that does not exist is also locked out': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore(), { now: fakeClock().now });
    expect(await sendWrongKeys(accounts, 10, 'nobody')).toEqual(lockedOut(900));
  },

  'a key with an invalid checksum is rejected but does not count towards a lockout': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore(), { now: fakeClock().now });
    const { key } = await accountWith(accounts, { limit: 1 });
    const mistyped = key.replace(/.$/, (last) => (last === '0' ? '1' : '0'));
    for (const wrong of [mistyped, key.slice(0, -1), `${key}0`, 'vls_'])
      for (let time = 0; time < 5; time++) expect(await admit(accounts, wrong)).toEqual(WRONG);
    expect(await admit(accounts, key)).toMatchObject(ADMITTED);
  },

  'both Unicode forms of a name share a lockout': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    await sendWrongKeys(accounts, 5, 'J\u00e9r');
    expect(await sendWrongKeys(accounts, 6, 'Je\u0301r')).toMatchObject({ outcome: 'locked-out' });
  },

  'fifty concurrent invalid keys are all counted': async (newDataStore) => {
    const accounts = await openAccounts(await newDataStore());
    const results = await Promise.all(Array.from({ length: 50 }, () => admit(accounts, 'wrong')));
    expect(results.filter(({ outcome }) => outcome === 'wrong-credentials')).toHaveLength(9);
  },
};

export const audit: Cases = {
  'the migrations that prepared the accounts are recorded': async (newDataStore) => {
    const { audit } = await openAccounts(await newDataStore());
    expect(await audit.events()).toMatchObject([{ what: 'migrate', details: { ran: '0001-tables' } }]);
  },

  'changes are recorded in order with their time': async (newDataStore) => {
    const clock = fakeClock(Date.UTC(2026, 0, 31));
    const { audit } = await openAccounts(await newDataStore(), clock);
    await audit.record({ what: 'plan set', details: { plan: 'own', limit: 5 } });
    clock.forward(1_000);
    await audit.record({ what: 'account create', user: 'eve', details: {} });
    const events = (await audit.events()).slice(1);
    expect(events).toMatchObject([
      { at: '2026-01-31T00:00:00.000Z', what: 'plan set', details: { plan: 'own', limit: 5 } },
      { at: '2026-01-31T00:00:01.000Z', what: 'account create', user: 'eve', details: {} },
    ]);
    expect(events[0]?.who).toMatch(/^.+@.+$/);
    expect(await audit.latest('plan set')).toEqual(events[0]);
    expect(await audit.latest('backup')).toBeUndefined();
  },

  'the name of a deleted account is erased from the audit log, even in its other Unicode form': async (
    newDataStore,
  ) => {
    const accounts = await openAccounts(await newDataStore());
    await accountWith(accounts, { limit: 1 }, 'J\u00fcrgen');
    for (const user of ['Ju\u0308rgen', 'bob'])
      await accounts.audit.record({ what: 'account disable', user, details: {} });
    await accounts.registry.deleteAccount('J\u00fcrgen');
    expect((await accounts.audit.events()).slice(1).map(({ user }) => user)).toEqual([null, 'bob']);
  },

  'the audit log is copied with the accounts': async (newDataStore) => {
    const [source, target] = [await newDataStore(), await newDataStore()];
    const accounts = await openAccounts(source);
    await accounts.audit.record({ what: 'plan set', details: {} });
    await target.accounts.prepare();
    await target.accounts.copyFrom(source.accounts);
    const copied = await openAccounts(target);
    expect(await copied.audit.events()).toEqual(await accounts.audit.events());
    await copied.audit.record({ what: 'restore', details: {} });
    expect(await copied.audit.events()).toHaveLength(3);
  },
};

async function openBurst(newDataStore: NewDataStore, burst: number) {
  const clock = fakeClock();
  const accounts = await openAccounts(await newDataStore(), { now: clock.now, monotonicNow: clock.now });
  const hitBy = async (user: string) => {
    const { key } = await accountWith(accounts, { limit: 1, burst }, user);
    return async () => (await accounts.admit(user, key, '192.0.2.1')).outcome;
  };
  return { accounts, clock, hitBy };
}

export const burst: Cases = {
  'no interval of one second has more requests than the burst': async (newDataStore) => {
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

  'a rejected request does not count, and each account has its own burst': async (newDataStore) => {
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

  'a changed burst applies to the next request': async (newDataStore) => {
    const { accounts, hitBy } = await openBurst(newDataStore, 1);
    const hit = await hitBy('ann');
    await hit();
    expect(await hit()).toBe('too-fast');
    await accounts.registry.setPlan('own', { burst: 2 });
    expect(await hit()).toBe('admitted');
  },

  'a request that exceeds the burst returns the account, and invalid credentials do not count': async (
    newDataStore,
  ) => {
    const clock = fakeClock();
    const accounts = await openAccounts(await newDataStore(), { now: clock.now, monotonicNow: clock.now });
    const { key, ...account } = await accountWith(accounts, { limit: 1, burst: 1 });
    await accounts.admit('ann', 'wrong', '192.0.2.1');
    expect(await accounts.admit('ann', key, '192.0.2.1')).toEqual({ outcome: 'admitted', account });
    expect(await accounts.admit('ann', key, '192.0.2.1')).toEqual({ outcome: 'too-fast', account });
  },
};
