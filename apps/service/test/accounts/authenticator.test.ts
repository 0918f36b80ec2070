import * as crypto from 'node:crypto';
import { StatementSync } from 'node:sqlite';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { Accounts } from '../../src/accounts/open.ts';
import { accountOf, DAY, fakeClock, tempAccounts, tempFolder } from './temp.ts';

vi.mock('node:crypto', async (original) => {
  const actual = await original<typeof crypto>();
  return { ...actual, hash: vi.fn(actual.hash), timingSafeEqual: vi.fn(actual.timingSafeEqual) };
});

const HERE = '192.0.2.1';
const ELSEWHERE = '2001:db8::1';
const MINUTE = 60_000;

beforeEach(() => void vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] }));
afterEach(() => void vi.useRealTimers());

const ask = (accounts: Accounts, key: string, user = 'ann', address = HERE) =>
  accounts.authenticator.authenticate(user, key, address);

async function wrongKeys(accounts: Accounts, times: number, user = 'ann', address = HERE) {
  for (let time = 1; time < times; time++) await ask(accounts, 'wrong', user, address);
  return ask(accounts, 'wrong', user, address);
}

test('the right key tells the account and its plan', async () => {
  const accounts = await tempAccounts();
  const { key, ...account } = await accountOf(accounts, { limit: 7, excluded: ['getOemParts'] });
  expect(await ask(accounts, key)).toEqual({ ok: true, account });
});

test('both live keys of an account are right, those of others are wrong', async () => {
  const accounts = await tempAccounts();
  const { key } = await accountOf(accounts, { limit: 1 });
  const { key: second } = await accounts.registry.createKey('ann');
  const { key: foreign } = await accountOf(accounts, { limit: 1 }, 'bob');
  expect(await ask(accounts, key)).toMatchObject({ ok: true });
  expect(await ask(accounts, second)).toMatchObject({ ok: true });
  expect(await ask(accounts, foreign)).toEqual({ ok: false });
  expect(await ask(accounts, key, 'nobody')).toEqual({ ok: false });
});

test('a user name matches however its accents are composed, and not in another case', async () => {
  const accounts = await tempAccounts();
  const { key } = await accountOf(accounts, { limit: 1 }, 'Jér');
  expect(await ask(accounts, key, 'Je\u0301r')).toMatchObject({ ok: true });
  expect(await ask(accounts, key, 'jér')).toEqual({ ok: false });
});

test('a key is right up to the moment it expires', async () => {
  const clock = fakeClock();
  const accounts = await tempAccounts({ now: clock.now });
  await accountOf(accounts, { limit: 1 });
  const { key } = await accounts.registry.createKey('ann', new Date(clock.now() + DAY));
  clock.forward(DAY - 1);
  expect(await ask(accounts, key)).toMatchObject({ ok: true });
  clock.forward(1);
  expect(await ask(accounts, key)).toEqual({ ok: false });
});

test('a key that another process revokes and an account that it disables are refused from the next request on', async () => {
  const folder = tempFolder();
  const accounts = await tempAccounts({}, folder);
  const other = await tempAccounts({}, folder);
  const { key } = await accountOf(accounts, { limit: 1 });
  const { key: second } = await accounts.registry.createKey('ann');
  expect(await ask(accounts, key)).toMatchObject({ ok: true });
  await other.registry.revokeKey(1);
  expect(await ask(accounts, key)).toEqual({ ok: false });
  expect(await ask(accounts, second)).toMatchObject({ ok: true });
  await other.registry.setDisabled('ann', true);
  expect(await ask(accounts, second)).toEqual({ ok: false });
  await other.registry.setDisabled('ann', false);
  expect(await ask(accounts, second)).toMatchObject({ ok: true });
});

test('without any account every credential is wrong', async () => {
  expect(await ask(await tempAccounts(), 'x')).toEqual({ ok: false });
});

test('every kind of refusal takes the same steps as a success up to the comparison', async () => {
  const accounts = await tempAccounts();
  const { key } = await accountOf(accounts, { limit: 1 });
  const { key: disabled } = await accountOf(accounts, { limit: 1 }, 'disabled');
  await accounts.registry.setDisabled('disabled', true);
  const { id, key: expired } = await accounts.registry.createKey('ann', new Date(Date.now() + 1));
  const { key: revoked } = await accountOf(accounts, { limit: 1 }, 'keyless');
  await accounts.registry.revokeKey(id + 1);
  vi.advanceTimersByTime(1);
  await wrongKeys(accounts, 10, 'ann', ELSEWHERE);

  const get = vi.spyOn(StatementSync.prototype, 'get');
  const steps = async (...asked: [string, string, string]) => {
    const counted = [get, vi.mocked(crypto.hash), vi.mocked(crypto.timingSafeEqual)];
    for (const one of counted) one.mockClear();
    const { ok } = await ask(accounts, ...asked);
    return { ok, steps: counted.map((one) => one.mock.calls.length) };
  };
  const refused = { ok: false, steps: [1, 1, 2] };
  expect(await steps(key, 'ann', HERE)).toEqual({ ok: true, steps: [1, 1, 2] });
  expect(await steps('wrong', 'ann', HERE)).toEqual(refused);
  expect(await steps('wrong', 'nobody', HERE)).toEqual(refused);
  expect(await steps(disabled, 'disabled', HERE)).toEqual(refused);
  expect(await steps(expired, 'ann', HERE)).toEqual(refused);
  expect(await steps(revoked, 'keyless', HERE)).toEqual(refused);
  expect(await steps(key, 'ann', ELSEWHERE)).toEqual(refused);
  get.mockRestore();
});

test('the tenth wrong key locks the user at that address, also for the right key, for 15 minutes', async () => {
  const accounts = await tempAccounts();
  const { key } = await accountOf(accounts, { limit: 1 });
  expect(await wrongKeys(accounts, 9)).toEqual({ ok: false });
  expect(await wrongKeys(accounts, 1)).toEqual({ ok: false, retryAfterSeconds: 900 });
  vi.advanceTimersByTime(5 * MINUTE);
  expect(await ask(accounts, key)).toEqual({ ok: false, retryAfterSeconds: 600 });
  expect(await ask(accounts, 'wrong')).toEqual({ ok: false, retryAfterSeconds: 600 });
  vi.advanceTimersByTime(10 * MINUTE - 1);
  expect(await ask(accounts, key)).toEqual({ ok: false, retryAfterSeconds: 1 });
  vi.advanceTimersByTime(1);
  expect(await ask(accounts, key)).toMatchObject({ ok: true });
});

test('a lock holds for one user at one address only', async () => {
  const accounts = await tempAccounts();
  const { key } = await accountOf(accounts, { limit: 1 });
  const { key: bobs } = await accountOf(accounts, { limit: 1 }, 'bob');
  await wrongKeys(accounts, 10);
  expect(await ask(accounts, key)).toMatchObject({ retryAfterSeconds: 900 });
  expect(await ask(accounts, key, 'ann', ELSEWHERE)).toMatchObject({ ok: true });
  expect(await ask(accounts, bobs, 'bob', HERE)).toMatchObject({ ok: true });
});

test('a right key forgets the wrong ones before it, and so do 15 minutes', async () => {
  const accounts = await tempAccounts();
  const { key } = await accountOf(accounts, { limit: 1 });
  await wrongKeys(accounts, 9);
  await ask(accounts, key);
  expect(await wrongKeys(accounts, 9)).toEqual({ ok: false });
  vi.advanceTimersByTime(15 * MINUTE);
  expect(await wrongKeys(accounts, 9)).toEqual({ ok: false });
});

test('a user that does not exist is locked alike', async () => {
  const accounts = await tempAccounts();
  expect(await wrongKeys(accounts, 10, 'nobody')).toEqual({ ok: false, retryAfterSeconds: 900 });
});
