import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { newKey } from '../../src/accounts/credentials.ts';
import { callProgram, type ProgramOutcome } from '../support/program.ts';
import { withAccounts } from '../support/service.ts';

/** Returns functions that run commands on a new data directory. */
function newData() {
  const data = join(temporaryDirectory(), 'data');
  /** @param line words separated by spaces */
  const run = (line: string): Promise<ProgramOutcome> => callProgram(data, line.split(' '));
  // biome-ignore lint/suspicious/noExplicitAny: tests access the printed fields
  const json = async (line: string): Promise<any> => {
    const { out, err } = await run(`${line} --json`);
    expect(err).toBe('');
    return JSON.parse(out);
  };
  return { data, run, json };
}

test('account create creates the data directory and prints the user and a valid key only once', async () => {
  const { data, run, json } = newData();
  const created = await json('account create --user ann --plan free');
  expect(Object.keys(created)).toEqual(['user', 'key']);
  await withAccounts(data, async ({ admit }) => {
    expect(await admit('ann', created.key, '::1')).toMatchObject({ outcome: 'admitted' });
  });
  for (const command of ['account list', 'key list', 'account list --json', 'key list --json']) {
    expect((await run(command)).out).not.toContain(created.key);
  }
  expect((await run('account create --user bob --plan free')).out).toMatch(
    /^user: bob\nkey: {2}vls_\w{40}\nThe key is/,
  );
});

test('migrate prepares a directory only once', async () => {
  const { run, json } = newData();
  expect((await json('migrate')).ran).toEqual(['0001-tables']);
  expect(await json('migrate')).toMatchObject({ ran: [] });
  expect((await run('migrate')).out).toContain('No migrations needed.');
});

test('a read-only command does not create a missing data directory', async () => {
  const { run } = newData();
  for (const command of ['account list', 'key list', 'plan list', 'usage']) {
    expect(await run(command)).toMatchObject({ code: 1, err: expect.stringContaining('not a data directory') });
  }
});

test('account disable, enable and set-plan change one account', async () => {
  const { run, json } = newData();
  for (const user of ['ann', 'bob']) await run(`account create --user ${user} --plan free`);
  expect((await run('account disable --user ann')).out).toContain('disabled');
  await run('account set-plan --user ann --plan standard');
  expect(await json('account list')).toMatchObject([
    { user: 'ann', plan: 'standard', disabled: true },
    { user: 'bob', plan: 'free', disabled: false },
  ]);
  expect(await json('account enable --user ann')).toMatchObject({ disabled: false });
});

test('a key is replaced by creating a second key and revoking the first key', async () => {
  const { run, json } = newData();
  await run('account create --user ann --plan free');
  const created = await json('key create --user ann --expires 90d');
  expect(created).toMatchObject({ user: 'ann', id: 2, key: expect.stringMatching(/^vls_\w{40}$/) });
  expect(Date.parse(created.expires) - Date.now()).toBeGreaterThan(89 * 86_400_000);
  await run('key revoke 1');
  expect(await json('key list --user ann')).toMatchObject([
    { id: 1, state: 'revoked', expires: null },
    { id: 2, state: 'live', prefix: created.key.slice(0, 10) },
  ]);
});

test('key rotate prints a new key and the expiry of the previous key', async () => {
  const { run, json } = newData();
  const { key: first } = await json('account create --user ann --plan free');
  const rotated = await json('key rotate --user ann --overlap 12h');
  expect(rotated).toMatchObject({ user: 'ann', id: 2, expiring: [{ id: 1, state: 'live' }] });
  expect(Date.parse(rotated.expiring[0].expires) - Date.now()).toBeLessThanOrEqual(12 * 3_600_000);
  expect((await run('key rotate --user ann')).out).toMatch(
    /^user: ann\nkey: {2}vls_\w+\nThe key is .* Its ID is 3\.\nKey 1 \(vls_\w{6}…\) is rejected from now on\.\nKey 2 .* expires /,
  );
  expect((await json('audit')).slice(-2)).toMatchObject([
    { what: 'key rotate', user: 'ann', details: { key: 2, expiring: [1], overlap: '12h' } },
    { what: 'key rotate', user: 'ann', details: { key: 3, expiring: [1, 2], overlap: '7d' } },
  ]);
  expect((await run('key list')).out).not.toContain(first);
});

test('migrate --dry-run prints the pending migrations without running them', async () => {
  const { data, run, json } = newData();
  expect(await json('migrate --dry-run')).toEqual({ dataDir: data, pending: ['0001-tables'] });
  expect(existsSync(data)).toBe(false);
  await run('migrate');
  expect((await run('migrate --dry-run')).out).toBe(`${data}: No migrations needed.\n`);
});

test('account create reports that it has prepared a directory', async () => {
  const { data, run } = newData();
  expect((await run('account create --user ann --plan free')).out).toContain(
    `${data} had no accounts, so this command prepared it`,
  );
  expect((await run('account create --user bob --plan free')).out).not.toContain(data);
});

test('plan set creates a plan or changes only the given settings of an existing plan', async () => {
  const { run, json } = newData();
  await run('migrate');
  await run('plan set --plan tiny --limit 3 --window 12h --exclude getOemParts,getRepairTimes');
  await run('plan set --plan tiny --burst 5');
  const tiny = { name: 'tiny', limit: 3, windowSeconds: 43_200, burst: 5, excluded: ['getOemParts', 'getRepairTimes'] };
  expect(await json('plan list')).toContainEqual(tiny);
  expect(await json('plan set --plan tiny --exclude none')).toEqual({ ...tiny, excluded: [] });
});

test('usage shows the used and the remaining consultations', async () => {
  const { data, run, json } = newData();
  await run('account create --user ann --plan test');
  await withAccounts(data, async ({ quota, registry }) => {
    const plan = (await registry.plans()).find(({ name }) => name === 'test');
    for (let time = 0; time < 3; time++)
      await quota.charge({ id: 1, user: 'ann', plan: plan as NonNullable<typeof plan> }, 'getFluids');
  });
  expect(await json('usage --user ann')).toEqual([
    { user: 'ann', plan: 'test', limit: 250, windowSeconds: 604_800, remaining: 247, resetSeconds: 604_800 },
  ]);
  expect((await run('usage')).out).toContain('3 of 250 in 7d');
});

test.each([
  [
    'an excluded operation that does not declare 403',
    'plan set --plan odd --limit 1 --window 1d --exclude getFluids',
    'expected operations that declare 403 (getOemParts, getRepairTimes), or none; got "getFluids"',
  ],
  ['a plan without a name', 'plan set', '--plan is missing'],
  ['a plan with an invalid name', 'plan set --plan A_b', 'lower-case letters'],
  ['a new plan without a limit', 'plan set --plan new --window 1d', 'requires --limit N and --window TIME'],
  ['a limit of 0', 'plan set --plan free --limit 0', 'from 1 to 1000000000, got "0"'],
  ['a limit in exponential notation', 'plan set --plan free --limit 1e3', 'whole number'],
  ['a burst that is too large', 'plan set --plan free --burst 10001', 'from 1 to 10000'],
  ['a window without a unit', 'plan set --plan free --window 30', '30d, 12h or 15m'],
  ['a window of 11 years', 'plan set --plan free --window 4000d', 'up to 3660d'],
  ['an unknown operation', 'plan set --plan free --exclude getFluid', 'or none; got "getFluid"'],
  ['a flag of a different command', 'plan list --limit 1', 'unknown flag "--limit"'],
  ['an account without a plan', 'account create --user x', '--plan is missing'],
  ['an account without a user', 'account disable', '--user is missing'],
  [
    'an invalid user',
    'account create --plan free --user=\u200b',
    'got a name with a control character or an invisible character',
  ],
  ['a flag that the command does not accept', 'account list --user x', 'unknown flag "--user"'],
  ['an expiry in the past', 'key create --user ann --expires 2020-01-01', '2020-01-01, which is in the past'],
  ['an expiry that is not a date', 'key create --user ann --expires soon', 'got "soon"'],
  ['a date that does not exist', 'key create --user ann --expires 2030-02-31', 'got "2030-02-31"'],
  [
    'a time on a date that does not exist',
    'key create --user ann --expires 2031-02-29T10:00Z',
    'a value that is not shown',
  ],
  ['a key ID that is not a number', 'key revoke x', 'ID: expected a whole number'],
  ['a missing key ID', 'key revoke', 'ID is missing'],
  ['an unexpected ID', 'key list 3', 'list accepts no arguments, only flags; got "3"'],
  ['the usage of an empty name', 'usage --user=', '--user: expected a value, got an empty string'],
  ['an overlap without a unit', 'key rotate --user ann --overlap 7', '--overlap: expected a time such as'],
  ['the keys of an empty name', 'key list --user=', '--user: expected a value, got an empty string'],
])('%s is rejected with the reason and exit code 2', async (_, line, reason) => {
  const { run } = newData();
  await run('account create --user ann --plan free');
  expect(await run(line)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(reason) });
});

test('the error for an account that does not exist names the account, and the exit code is 1', async () => {
  const { run } = newData();
  await run('account create --user ann --plan free');
  const err = 'vehicle-lookup-service: account "nobody" does not exist. To see all accounts, run: account list\n';
  expect(await run('usage --user nobody')).toEqual({ code: 1, out: '', err });
});

const KEYS = ['kEy0123456789abcdefghijklmnopqrstuvwxyzABCD_', newKey()];

test.each(['account set-plan --plan free', 'account disable', 'key create', 'key list', 'usage'])(
  'the error from %s does not repeat a user name that resembles a key or contains control characters',
  async (line) => {
    const { run } = newData();
    await run('account create --user ann --plan free');
    for (const user of [...KEYS, 'q\u001b[31mred']) {
      const { err } = await run(`${line} --user ${user}`);
      expect(err).toBe('vehicle-lookup-service: account does not exist. To see all accounts, run: account list\n');
    }
  },
);
