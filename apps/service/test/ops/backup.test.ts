import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { expect, test } from 'vitest';
import { backUp as archive } from '../../src/backup/backup.ts';
import { dataFolder } from '../../src/data-folder.ts';
import { ask, dataOf, VEHICLE } from './support/ask.ts';
import { catalogueOf, soundFolder } from './support/data.ts';
import { createAccount, main, run, serve, temporaryFolder } from './support/run.ts';

const sound = soundFolder();

const backUp = (dataDir: string, file: string, options = {}) =>
  run(['backup', file, '--json', '--data-dir', dataDir], options);

/** As the README says. */
function restore(file: string, folder: string): string {
  const data = join(folder, 'restored');
  mkdirSync(data);
  execFileSync('tar', ['-xf', file, '-C', data]);
  return data;
}

test('a restored backup of a running service answers alike, with the same keys and the same allowance', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const first = await serve(data);
  const account = await createAccount(data, 'restorer', 'standard');
  const before = [];
  for (let i = 0; i < 5; i++) before.push(await ask(first.address, { ...account, ...VEHICLE }));

  const file = join(folder, 'backup.tar');
  const { code, err } = await backUp(data, file);
  expect({ code, err }).toEqual({ code: 0, err: '' });
  await first.kill();

  const restored = restore(file, folder);
  expect(await run(['doctor', '--data-dir', restored])).toMatchObject({ code: 0 });
  const second = await serve(restored);
  const after = await ask(second.address, { ...account, ...VEHICLE });
  expect(after.status).toBe(200);
  expect(dataOf(after)).toEqual(dataOf(before[4] ?? after));
  expect(after.remaining).toBe((before[4]?.remaining ?? 0) - 1);
  expect((await ask(second.address, { ...account, key: 'another', ...VEHICLE })).status).toBe(401);
});

test('a backup under load holds every consultation that was acknowledged before it', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  const service = await serve(data);
  const account = await createAccount(data, 'loader', 'standard');
  let [acknowledged, loading] = [0, true];
  const load = async () => {
    while (loading) {
      if ((await ask(service.address, { ...account, ...VEHICLE })).status === 200) acknowledged++;
    }
  };
  const loaders = [load(), load(), load()];
  await expect.poll(() => acknowledged, { timeout: 10_000 }).toBeGreaterThan(10);
  const before = acknowledged;
  const { code } = await backUp(data, join(folder, 'backup.tar'));
  const made = acknowledged;
  loading = false;
  await Promise.all(loaders);
  await service.stop();
  expect(code).toBe(0);

  const second = await serve(restore(join(folder, 'backup.tar'), folder));
  const { remaining = 0 } = await ask(second.address, { ...account, ...VEHICLE });
  const held = 1000 - remaining - 1;
  expect(held).toBeGreaterThanOrEqual(before);
  // Each of the three may have had one on its way.
  expect(held).toBeLessThanOrEqual(made + 3);
});

test('the archive holds a data folder and nothing else, for its owner alone', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  await (await serve(data)).stop();
  const file = join(folder, 'backup.tar');
  const { out } = await backUp(data, file);
  const { catalogue } = JSON.parse(out);
  const listed = execFileSync('tar', ['-tvf', file], { encoding: 'utf8' });
  const names = listed
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/).at(-1));
  expect(names).toEqual(['accounts.sqlite', `catalogue/${catalogue}.sqlite`, 'catalogue/current']);
  expect(readFileSync(join(data, 'catalogue/current'), 'utf8').trim()).toBe(catalogue);
  expect(execFileSync('stat', ['-c', '%a', file], { encoding: 'utf8' }).trim()).toBe('600');
  expect(readdirSync(folder).sort()).toEqual(['backup.tar', 'data']);
});

test('an existing file is not replaced', async () => {
  const folder = temporaryFolder();
  const file = join(folder, 'backup.tar');
  writeFileSync(file, 'the last good backup');
  const { code, err } = await backUp(folder, file);
  expect(code).toBe(1);
  expect(err).toContain(`${file} exists and is not replaced; choose another name`);
  expect(readFileSync(file, 'utf8')).toBe('the last good backup');
});

test('a file that comes while the backup is written is not replaced either', async () => {
  const data = sound.copy();
  const file = join(temporaryFolder(), 'backup.tar');
  const running = archive(dataFolder(data), file);
  writeFileSync(file, 'of another backup');
  await expect(running).rejects.toThrow(`${file} exists and is not replaced`);
  expect(readFileSync(file, 'utf8')).toBe('of another backup');
  expect(readdirSync(dirname(file))).toEqual(['backup.tar']);
});

test('where reading fails, what could not be read is named', async () => {
  const data = sound.copy();
  rmSync(join(data, 'catalogue'), { recursive: true });
  writeFileSync(join(data, 'catalogue'), '');
  const { code, err } = await backUp(data, join(temporaryFolder(), 'backup.tar'));
  expect(code).toBe(1);
  expect(err).toContain(`${data}/catalogue/current: a part of the path is no folder`);
});

test('a folder that holds no data is named, and one for the file that is missing', async () => {
  const folder = temporaryFolder();
  expect((await backUp(folder, join(folder, 'a.tar'))).err).toContain(`${folder} holds no accounts.sqlite`);
  expect((await backUp(folder, join(folder, 'no/a.tar'))).err).toContain(`${folder}/no does not exist`);
  expect(readdirSync(folder)).toEqual([]);
});

test('accounts that are garbage are named, and no file is made', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'accounts.sqlite'), 'garbage '.repeat(1000));
  const { code, err } = await backUp(folder, join(folder, 'backup.tar'));
  expect(code).toBe(1);
  expect(err).toContain('accounts.sqlite: not readable as a database');
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(readdirSync(folder)).toEqual(['accounts.sqlite']);
});

test('a full disk is named, and nothing half-written is left', async () => {
  const folder = temporaryFolder();
  const data = join(folder, 'data');
  await (await serve(data)).stop();
  for (const fileLimit of [40, 200]) {
    const { code, err } = await backUp(data, join(folder, 'backup.tar'), { fileLimit });
    expect(code).toBe(1);
    expect(err).toMatch(/backup\.tar: .*(no room left|beyond the size that is allowed)/);
    expect(err).not.toMatch(/^\s+at /m);
    expect(existsSync(join(folder, 'backup.tar'))).toBe(false);
    expect(readdirSync(folder)).toEqual(['data']);
  }
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s leaves nothing of a backup behind', async (signal) => {
  const data = sound.copy();
  // Large enough to be seen while it is written.
  truncateSync(catalogueOf(data), 2 ** 31);
  const folder = temporaryFolder();
  const child = spawn(process.execPath, [main, 'backup', join(folder, 'backup.tar'), '--data-dir', data]);
  const closed = once(child, 'close');
  await expect.poll(() => readdirSync(folder, { recursive: true }).join(), { interval: 5 }).toContain('archive');
  child.kill(signal);
  expect(await closed).toEqual([null, signal]);
  expect(readdirSync(folder)).toEqual([]);
});

test('what a backup left that was killed outright is named by the next one to this file', async () => {
  const data = sound.copy();
  const folder = temporaryFolder();
  mkdirSync(join(folder, '.backup.tar.partial-abc123'));
  const { out } = await run(['backup', join(folder, 'backup.tar'), '--data-dir', data]);
  expect(out).toContain(`${folder}/.backup.tar.partial-abc123 is of a backup that was killed`);
});
