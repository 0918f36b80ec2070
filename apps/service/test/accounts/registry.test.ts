import { DatabaseSync } from 'node:sqlite';
import { expect, test } from 'vitest';
import { openAccounts } from '../../src/accounts/open.ts';
import { filesOf } from '../ops/support/forms.ts';
import { accountOf, DAY, fakeClock, tempAccounts, tempFolder } from './temp.ts';

test('a prepared data folder has the three plans and no account', async () => {
  const { registry } = await tempAccounts();
  const restricted = ['getOemParts', 'getRepairTimes'];
  expect(await registry.plans()).toEqual([
    { name: 'free', limit: 100, windowSeconds: 30 * 86_400, burst: 50, excluded: restricted },
    { name: 'standard', limit: 1000, windowSeconds: 30 * 86_400, burst: 50, excluded: [] },
    { name: 'test', limit: 250, windowSeconds: 7 * 86_400, burst: 50, excluded: restricted },
  ]);
  expect(await registry.accounts()).toEqual([]);
});

test('a data folder that is missing is an error, unless it is to be prepared', async () => {
  const folder = tempFolder();
  await expect(openAccounts(folder)).rejects.toThrow(/accounts.sqlite is missing. Check --data-dir/);
  await tempAccounts({}, folder);
  (await openAccounts(folder)).close();
});

test('a data folder of a newer version is refused, whether it is to be prepared or not', async () => {
  const folder = tempFolder();
  await tempAccounts({}, folder);
  const db = new DatabaseSync(folder.accounts);
  db.exec("INSERT INTO kysely_migration VALUES ('9999-later', '2030-01-01T00:00:00.000Z')");
  db.close();
  for (const prepare of [true, false]) {
    await expect(openAccounts(folder, { prepare })).rejects.toThrow(
      /newer version of this service, which ran 9999-later/,
    );
  }
});

test('what is changed is there after closing and opening', async () => {
  const folder = tempFolder();
  const before = await openAccounts(folder, { prepare: true });
  await before.registry.createAccount('ann', 'free');
  await before.registry.setAccountPlan('ann', 'standard');
  await before.registry.setDisabled('ann', true);
  before.close();
  const { registry } = await tempAccounts({}, folder);
  expect(await registry.accounts()).toMatchObject([{ user: 'ann', plan: 'standard', disabled: true }]);
  expect(await registry.setDisabled('ann', false)).toMatchObject({ disabled: false });
});

test.each([
  ['', 'an empty name'],
  ['a'.repeat(101), '101'],
  [' ann', 'a blank'],
  ['a\nb', 'a control'],
  ['a\u200bb', 'an invisible character'],
  ['\ud800', 'an invisible character'],
])('%j is no user name', async (user, why) => {
  const { registry } = await tempAccounts();
  const creation = async () => registry.createAccount(user, 'free');
  await expect(creation()).rejects.toThrow(why);
  expect(await registry.accounts()).toEqual([]);
});

test('names of any script are user names, and one that is written in two ways is one', async () => {
  const { registry } = await tempAccounts();
  for (const user of ['Łukasz', '王', "O'Neil & 100%", 'J\u0065\u0301r']) await registry.createAccount(user, 'free');
  await expect(registry.createAccount('J\u00e9r', 'free')).rejects.toThrow(/exists already/);
});

test('an account or a plan that is not there is named, and nothing is made', async () => {
  const { registry } = await tempAccounts();
  await expect(registry.createAccount('ann', 'gold')).rejects.toThrow(/there are: free, standard, test/);
  await expect(registry.setAccountPlan('ann', 'free')).rejects.toThrow(/account ann: there is no such account/);
  await expect(registry.createKey('ann')).rejects.toThrow(/no such account/);
  await expect(registry.revokeKey(9)).rejects.toThrow(/key 9: there is no such key/);
  expect(await registry.accounts()).toEqual([]);
  expect(await registry.keys()).toEqual([]);
});

test('an account has two live keys at most, also when five are asked for at once', async () => {
  const folder = tempFolder();
  const one = await tempAccounts({}, folder);
  const other = await tempAccounts({}, folder);
  await accountOf(one, { limit: 1 });
  const asked = [one, other, one, other, one].map(({ registry }) => registry.createKey('ann'));
  const results = await Promise.allSettled(asked);
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(1);
  expect((await one.registry.keys('ann')).map(({ state }) => state)).toEqual(['live', 'live']);
});

test('a revoked or an expired key makes room for another', async () => {
  const clock = fakeClock();
  const accounts = await tempAccounts({ now: clock.now });
  const { registry } = accounts;
  await accountOf(accounts, { limit: 1 });
  const second = await registry.createKey('ann', new Date(clock.now() + DAY));
  await expect(registry.createKey('ann')).rejects.toThrow(`${second.id} (${second.prefix}…), and may have no more`);
  clock.forward(DAY);
  await registry.createKey('ann');
  await registry.revokeKey(1);
  await registry.createKey('ann');
  expect((await registry.keys()).map(({ state }) => state)).toEqual(['revoked', 'expired', 'live', 'live']);
});

test.each([0, 10_001, 1.5, Number.NaN])('a burst of %d is refused, and the plan stays as it is', async (burst) => {
  const { registry } = await tempAccounts();
  const before = await registry.plans();
  const plan = { name: 'free', limit: 1, windowSeconds: 1, burst, excluded: [] };
  await expect(registry.setPlan(plan.name, () => plan)).rejects.toThrow(
    /plan free: its burst has to be a whole number from 1 to 10000/,
  );
  expect(await registry.plans()).toEqual(before);
});

test('keys are 43 characters of base64url, all different, and none looks like a flag', async () => {
  const accounts = await tempAccounts();
  const keys = [(await accountOf(accounts, { limit: 1 })).key];
  for (let id = 1; id < 30; id++) {
    await accounts.registry.revokeKey(id);
    keys.push((await accounts.registry.createKey('ann')).key);
  }
  expect(new Set(keys).size).toBe(30);
  for (const key of keys) expect(key).toMatch(/^[A-Za-z0-9_][A-Za-z0-9_-]{42}$/);
});

test('no file of the data folder holds a key in any form but its hash', async () => {
  const folder = tempFolder();
  const accounts = await tempAccounts({}, folder);
  const { key } = await accountOf(accounts, { limit: 1 });
  await accounts.authenticator.authenticate('ann', key, '192.0.2.1');
  await accounts.authenticator.authenticate('ann', `${key}x`, '192.0.2.1');
  const bytes = Buffer.concat(Object.values(filesOf(folder.root)));
  expect(bytes.includes('ann')).toBe(true);
  const forms = (['utf8', 'utf16le'] as const).map((encoding) => Buffer.from(key, encoding));
  for (const encoding of ['hex', 'base64', 'base64url'] as const) {
    forms.push(
      Buffer.from(Buffer.from(key).toString(encoding)),
      Buffer.from(Buffer.from(key, 'base64url').toString(encoding)),
    );
  }
  forms.push(Buffer.from(key, 'base64url'));
  for (const form of forms) expect(bytes.includes(form)).toBe(false);
});

test('a plan that is changed is changed for the accounts that have it', async () => {
  const accounts = await tempAccounts();
  const { key, plan } = await accountOf(accounts, { limit: 5 });
  const authenticate = () => accounts.authenticator.authenticate('ann', key, '192.0.2.1');
  expect(await authenticate()).toMatchObject({ account: { plan: { limit: 5, excluded: [] } } });
  await accounts.registry.setPlan(plan.name, () => ({ ...plan, limit: 9, excluded: ['getFluids'] }));
  expect(await authenticate()).toMatchObject({ account: { plan: { limit: 9, excluded: ['getFluids'] } } });
  expect(await accounts.registry.plans()).toHaveLength(4);
});
