import { expect, test } from 'vitest';
import type { Command, CommandInput } from '../../src/command.ts';
import { command as account } from '../../src/commands/account.ts';
import { command as key } from '../../src/commands/key.ts';
import { command as migrate } from '../../src/commands/migrate.ts';
import { command as plan } from '../../src/commands/plan.ts';
import { command as usage } from '../../src/commands/usage.ts';
import { tempAccounts, tempFolder } from './temp.ts';

/** Runs commands on one data folder; gives what each prints, as JSON value and as text. */
function onFolder(folder = tempFolder()) {
  return async (command: Command, line = '', flags: CommandInput['flags'] = {}) => {
    const words = line.split(' ').filter((word) => word !== '');
    // biome-ignore lint/suspicious/noExplicitAny: a test reads what was printed
    let printed: { value: any; text: string } = { value: undefined, text: '' };
    const print: CommandInput['print'] = (value, text) => {
      printed = { value: JSON.parse(JSON.stringify(value)), text };
    };
    await command.run({ words, flags, dataDir: folder.root, json: true, print });
    return printed;
  };
}

test('account create makes the data folder and prints user and key, once, and the key is right', async () => {
  const folder = tempFolder();
  const run = onFolder(folder);
  const { value, text } = await run(account, 'create', { user: 'ann', plan: 'free' });
  expect(Object.keys(value)).toEqual(['user', 'key']);
  expect(text).toContain(value.key);
  const { authenticator } = await tempAccounts({}, folder);
  expect(await authenticator.authenticate('ann', value.key, '::1')).toMatchObject({ ok: true });
  for (const listed of [await run(account, 'list'), await run(key, 'list')]) {
    expect(JSON.stringify(listed)).not.toContain(value.key);
  }
});

test('migrate prepares a folder, then has nothing to do', async () => {
  const run = onFolder();
  expect((await run(migrate)).value.ran).toEqual(['0001-accounts']);
  expect(await run(migrate)).toMatchObject({ value: { ran: [] }, text: expect.stringContaining('nothing to do') });
});

test('a command that changes nothing makes no data folder where there is none', async () => {
  const run = onFolder();
  for (const [command, words] of [
    [account, 'list'],
    [key, 'list'],
    [plan, 'list'],
    [usage, ''],
  ] as const) {
    await expect(run(command, words)).rejects.toThrow(/no data folder/);
  }
});

test('account disable, enable and set-plan change one account', async () => {
  const run = onFolder();
  for (const user of ['ann', 'bob']) await run(account, 'create', { user, plan: 'free' });
  expect((await run(account, 'disable', { user: 'ann' })).text).toContain('disabled');
  await run(account, 'set-plan', { user: 'ann', plan: 'standard' });
  expect((await run(account, 'list')).value).toMatchObject([
    { user: 'ann', plan: 'standard', disabled: true },
    { user: 'bob', plan: 'free', disabled: false },
  ]);
  expect((await run(account, 'enable', { user: 'ann' })).value).toMatchObject({ disabled: false });
});

test('a key is replaced by creating another and revoking the first', async () => {
  const run = onFolder();
  await run(account, 'create', { user: 'ann', plan: 'free' });
  const { value } = await run(key, 'create', { user: 'ann', expires: '90d' });
  expect(value).toMatchObject({ user: 'ann', id: 2, key: expect.stringMatching(/^\w[\w-]{42}$/) });
  expect(Date.parse(value.expires) - Date.now()).toBeGreaterThan(89 * 86_400_000);
  await run(key, 'revoke 1');
  expect((await run(key, 'list', { user: 'ann' })).value).toMatchObject([
    { id: 1, state: 'revoked', expires: null },
    { id: 2, state: 'live', prefix: value.key.slice(0, 6) },
  ]);
});

test('plan set makes a plan, then changes only what is given', async () => {
  const run = onFolder();
  await run(migrate);
  await run(plan, 'set', { plan: 'tiny', limit: '3', window: '12h', exclude: 'getFluids,getEngines' });
  await run(plan, 'set', { plan: 'tiny', burst: '5' });
  const tiny = { name: 'tiny', limit: 3, windowSeconds: 43_200, burst: 5, excluded: ['getFluids', 'getEngines'] };
  expect((await run(plan, 'list')).value).toContainEqual(tiny);
  expect((await run(plan, 'set', { plan: 'tiny', exclude: 'none' })).value).toEqual({ ...tiny, excluded: [] });
});

test('what two commands change of a plan at once is both kept', async () => {
  const run = onFolder();
  await run(migrate);
  await Promise.all([run(plan, 'set', { plan: 'free', limit: '7' }), run(plan, 'set', { plan: 'free', burst: '5' })]);
  const [free] = (await run(plan, 'list')).value;
  expect(free).toMatchObject({ name: 'free', limit: 7, burst: 5 });
});

test('usage shows what is used and left', async () => {
  const folder = tempFolder();
  const run = onFolder(folder);
  await run(account, 'create', { user: 'ann', plan: 'test' });
  const { quota, registry } = await tempAccounts({}, folder);
  const [test] = (await registry.plans()).filter(({ name }) => name === 'test');
  for (let time = 0; time < 3; time++)
    await quota.charge({ id: 1, user: 'ann', plan: test as NonNullable<typeof test> });
  const { value, text } = await run(usage, '', { user: 'ann' });
  expect(value).toEqual([
    { user: 'ann', plan: 'test', limit: 250, windowSeconds: 604_800, remaining: 247, resetSeconds: 604_800 },
  ]);
  expect(text).toContain('3 of 250 in 7d');
});

const past = '2020-01-01';
test.each<[string, Command, string, Record<string, string>, RegExp]>([
  ['a plan without a name', plan, 'set', {}, /--plan is missing/],
  ['a plan with a wrong name', plan, 'set', { plan: 'A b' }, /lower-case letters/],
  ['a new plan without a limit', plan, 'set', { plan: 'new', window: '1d' }, /needs --limit N and --window TIME/],
  ['a limit of 0', plan, 'set', { plan: 'free', limit: '0' }, /from 1 to 1000000000, got "0"/],
  ['a limit in another notation', plan, 'set', { plan: 'free', limit: '1e3' }, /whole number/],
  ['a burst beyond reason', plan, 'set', { plan: 'free', burst: '10001' }, /from 1 to 10000/],
  ['a window without a unit', plan, 'set', { plan: 'free', window: '30' }, /30d, 12h or 15m/],
  ['a window of 11 years', plan, 'set', { plan: 'free', window: '4000d' }, /up to 3660d/],
  ['an operation that is none', plan, 'set', { plan: 'free', exclude: 'getFluid' }, /getFluids.*got "getFluid"/],
  ['a flag of another action', plan, 'list', { limit: '1' }, /plan list does not take --limit/],
  ['an account without a plan', account, 'create', { user: 'x' }, /--plan is missing/],
  ['an account without a user', account, 'disable', {}, /--user is missing/],
  ['a flag that the action passes over', account, 'list', { user: 'x' }, /account list does not take --user/],
  ['an expiry that is past', key, 'create', { user: 'ann', expires: past }, /2020-01-01, which is past/],
  ['an expiry that is no date', key, 'create', { user: 'ann', expires: 'soon' }, /got "soon"/],
  ['an expiry that the calendar lacks', key, 'create', { user: 'ann', expires: '2030-02-31' }, /got "2030-02-31"/],
  [
    'a moment that it lacks',
    key,
    'create',
    { user: 'ann', expires: '2031-02-29T10:00Z' },
    /another text, not repeated/,
  ],
  ['a key ID that is none', key, 'revoke x', {}, /ID: expected a whole number/],
  ['no key ID', key, 'revoke', {}, /expected the ID of a key/],
  ['an ID where none belongs', key, 'list 3', {}, /key list takes no ID/],
  ['the usage of an empty name', usage, '', { user: '' }, /--user: expected --user USER, got an empty text/],
  ['the keys of an empty name', key, 'list', { user: '' }, /--user: expected --user USER, got an empty text/],
  ['the usage of nobody', usage, '', { user: 'nobody' }, /account nobody: there is no such account/],
])('%s is refused with a reason', async (_, command, words, flags, reason) => {
  const run = onFolder();
  await run(account, 'create', { user: 'ann', plan: 'free' });
  await expect((async () => run(command, words, flags))()).rejects.toThrow(reason);
});

const KEY = 'kEy0123456789abcdefghijklmnopqrstuvwxyzABCD_';
test.each<[string, Command, string, Record<string, string>]>([
  ['account set-plan', account, 'set-plan', { plan: 'free' }],
  ['account disable', account, 'disable', {}],
  ['key create', key, 'create', {}],
  ['key list', key, 'list', {}],
  ['usage', usage, '', {}],
])('%s repeats no user that may be a key, or that a terminal would obey', async (_, command, words, flags) => {
  const run = onFolder();
  await run(account, 'create', { user: 'ann', plan: 'free' });
  for (const user of [KEY, 'q\u001b[31mred']) {
    await expect((async () => run(command, words, { ...flags, user }))()).rejects.toThrow(
      /^account: there is no such account\. List them: account list$/,
    );
  }
});
