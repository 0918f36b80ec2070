import { cpSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { ask, VEHICLE } from '../support/ask.ts';
import { callProgram } from '../support/program.ts';
import { serveHere, withAccounts } from '../support/service.ts';
import { catalogueOf, soundData } from '../support/sound-data.ts';

const sound = soundData();
const run = (data: string, ...args: string[]) => callProgram(data, args);
const json = async (data: string, ...args: string[]) => JSON.parse((await run(data, ...args, '--json')).out);
const current = (data: string) => readFileSync(join(data, 'catalogue/current'), 'utf8').trim();

/** Adds a second, older version. Returns the name of the newer version. */
function withOlder(data: string): string {
  const file = catalogueOf(data);
  cpSync(file, join(dirname(file), 'older.sqlite'), { preserveTimestamps: true });
  writeFileSync(file, readFileSync(file));
  return current(data);
}

test('catalogue switch and rollback change the version that a running service uses', async () => {
  const data = sound.copy();
  const newest = withOlder(data);
  expect(await json(data, 'catalogue', 'list')).toMatchObject([
    { version: 'older', current: false },
    { version: newest, current: true },
  ]);
  const service = await serveHere(data);
  const query = new URLSearchParams({ ...sound.account(), ...VEHICLE });
  const used = async () => (await fetch(`${service.address}/api/?${query}`)).headers.get('x-catalogue-version');
  expect(await used()).toBe(newest);
  expect(await json(data, 'catalogue', 'switch', 'older')).toMatchObject({ current: 'older' });
  await expect.poll(used).toBe('older');
  expect(await json(data, 'catalogue', 'rollback')).toEqual({ current: newest, previous: 'older' });
  await expect.poll(used).toBe(newest);
});

test('an invalid switch or rollback is rejected without changes', async () => {
  const data = sound.copy();
  const version = current(data);
  for (const [args, text] of [
    [['rollback'], `${version} is current; the previous version is unknown`],
    [['switch', 'secret-of-somebody'], 'does not exist, so no change was made'],
    [['switch', '../accounts'], 'does not exist'],
  ] as const) {
    const { code, err } = await run(data, 'catalogue', ...args);
    expect([code, err]).toEqual([1, expect.stringContaining(text)]);
    expect(err).not.toContain('secret-of-somebody');
  }
  writeFileSync(join(data, 'catalogue/broken.sqlite'), 'garbage');
  expect(await run(data, 'catalogue', 'switch', 'broken')).toMatchObject({ code: 1 });
  expect(current(data)).toBe(version);
});

test('a backup is restored into a new directory, where the account works', async () => {
  const [data, parent] = [sound.copy(), temporaryDirectory()];
  const archive = join(parent, 'backup.tar');
  await run(data, 'backup', archive);
  const target = join(parent, 'new/data');
  expect(await json(target, 'restore', archive)).toMatchObject({ root: target, catalogue: current(data) });
  const service = await serveHere(target);
  expect((await ask(service.address, { ...sound.account(), ...VEHICLE })).status).toBe(200);
  expect(await run(target, 'restore', archive)).toMatchObject({
    code: 1,
    err: expect.stringContaining('is not empty'),
  });
});

test.each([
  ['that is truncated', (bytes: Buffer) => bytes.subarray(0, bytes.length / 2), 'incomplete'],
  ['that is not an archive', () => Buffer.from('x'.repeat(4096)), 'expected a complete tar archive'],
  ['with a damaged database', (bytes: Buffer) => Buffer.from(bytes).fill(1, 2048, 9000), 'Use a different backup'],
  ['with a path outside the directory', (bytes: Buffer) => renamed(bytes, '../evil.sqlite'), 'it contains other files'],
])('a backup %s is rejected and leaves nothing behind', async (_, change, text) => {
  const [data, parent] = [sound.copy(), temporaryDirectory()];
  const archive = join(parent, 'backup.tar');
  await run(data, 'backup', archive);
  writeFileSync(archive, change(readFileSync(archive)));
  const target = join(parent, 'data');
  expect(await run(target, 'restore', archive)).toMatchObject({ code: 1, err: expect.stringContaining(text) });
  expect(existsSync(target)).toBe(false);
  expect(readdirSync(parent)).toEqual(['backup.tar']);
});

/** Returns an archive with a different name and checksum of the first file. */
function renamed(archive: Buffer, name: string): Buffer {
  const bytes = Buffer.from(archive);
  bytes.fill(0, 0, 100);
  bytes.write(name, 0);
  bytes.write('        ', 148);
  const sum = bytes.subarray(0, 512).reduce((sum, byte) => sum + byte, 0);
  bytes.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return bytes;
}

test('account delete erases the account but keeps its usage', async () => {
  const data = sound.copy();
  const { user } = sound.account();
  await withAccounts(data, async ({ quota, registry }) => {
    const [{ id = 0 } = {}, [, plan]] = [await registry.account(user), await registry.plans()];
    if (plan) await quota.charge({ id, user, plan }, 'getFluids');
  });
  expect((await run(data, 'account', 'delete', '--user', user)).out).toContain(
    'The daily usage is kept without the user name',
  );
  expect(await json(data, 'account', 'list')).toEqual([]);
  expect(await json(data, 'usage', '--from', '2000-01-01')).toMatchObject([{ user: null, consultations: 1 }]);
  for (const file of readdirSync(data)) {
    if (file.startsWith('accounts')) expect(readFileSync(join(data, file), 'latin1')).not.toContain(user);
  }
  expect(await run(data, 'account', 'delete', '--user', user)).toMatchObject({ code: 1 });
});

test('usage by day is available as a table, CSV or JSON', async () => {
  const data = sound.copy();
  const day = new Date().toISOString().slice(0, 10);
  await withAccounts(data, async ({ quota, registry }) => {
    const { id } = (await registry.createAccount('=1+1,"x"', 'free')).account;
    const [plan] = await registry.plans();
    if (plan) await quota.charge({ id, user: '', plan }, 'getFluids');
  });
  const { out } = await run(data, 'usage', '--from', day, '--format', 'csv');
  expect(out).toBe(`day,user,operation,consultations\r\n${day},"'=1+1,""x""",getFluids,1\n`);
  expect(JSON.parse((await run(data, 'usage', '--from', day, '--format', 'json')).out)).toHaveLength(1);
  expect((await run(data, 'usage', '--from', day)).out).toMatch(/^day +user +operation +consultations\n/);
  for (const wrong of [
    ['--from', '2026-02-31'],
    ['--from', day, '--to', '2000-01-01'],
    ['--to', day],
    ['--from', day, '--format', 'xml'],
  ]) {
    expect((await run(data, 'usage', ...wrong)).code).toBe(2);
  }
});

test('plan delete deletes only plans without accounts', async () => {
  const data = sound.copy();
  expect(await run(data, 'plan', 'delete', '--plan', 'standard')).toMatchObject({
    code: 1,
    err: expect.stringContaining('has an account'),
  });
  expect((await run(data, 'plan', 'delete', '--plan', 'test')).out).toContain('plan test is deleted');
  expect((await run(data, 'plan', 'list')).out).not.toContain('test');
});
