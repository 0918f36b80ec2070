import { execFileSync } from 'node:child_process';
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { dirname, join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { startServer, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { backUp as archive } from '../../src/backup/backup.ts';
import { openDataStore } from '../../src/data-store/open-data-store.ts';
import { startService } from '../../src/http/service.ts';
import { standardError } from '../../src/observability/log.ts';
import { ask, dataOf, VEHICLE } from '../support/ask.ts';
import { callProgram } from '../support/program.ts';
import { createAccount, createPlan, importVehicles, QUIET, runService, serve } from '../support/service.ts';
import { soundData } from '../support/sound-data.ts';

const sound = soundData();

const backUp = (dataDir: string, file: string) => callProgram(dataDir, ['backup', file, '--json']);

/** Restores a backup as described in the README. */
function restore(file: string, parent: string): string {
  const data = join(parent, 'restored');
  mkdirSync(data);
  execFileSync('tar', ['-xf', file, '-C', data]);
  return data;
}

test('a restored backup of a service under load preserves responses, keys and acknowledged consultations', async () => {
  const directory = temporaryDirectory();
  const data = join(directory, 'data');
  const file = join(directory, 'backup.tar');
  const limit = 1_000_000;
  await createPlan(data, 'own', { limit });
  const account = await createAccount(data, 'loader', 'own');
  await importVehicles(data);
  const first = await serve(data);
  const send = (address: string) => ask(address, { ...account, ...VEHICLE });
  const before = await send(first.address);
  let [acknowledged, loading] = [1, true];
  const load = async () => {
    while (loading) if ((await send(first.address)).status === 200) acknowledged++;
  };
  const loaders = [load(), load(), load()];
  await expect.poll(() => acknowledged).toBeGreaterThan(10);
  const least = acknowledged;
  expect(await runService(['backup', file, '--data-dir', data])).toMatchObject({ code: 0, err: '' });
  const most = acknowledged;
  loading = false;
  await Promise.all(loaders);
  await first.stop('SIGKILL');

  const restored = restore(file, directory);
  expect(await callProgram(restored, ['doctor'])).toMatchObject({ code: 0 });
  const second = await serve(restored);
  const after = await send(second.address);
  expect(after.status).toBe(200);
  expect(dataOf(after)).toEqual(dataOf(before));
  const held = limit - (after.remaining ?? 0) - 1;
  expect(held).toBeGreaterThanOrEqual(least);
  // Each of the three loops may have had one request in progress.
  expect(held).toBeLessThanOrEqual(most + 3);
  expect((await ask(second.address, { ...account, key: 'another', ...VEHICLE })).status).toBe(401);
});

test('the archive contains only the data directory and is readable only by its owner', async () => {
  const directory = temporaryDirectory();
  const data = sound.copy();
  const file = join(directory, 'backup.tar');
  const { out } = await backUp(data, file);
  const { catalogue } = JSON.parse(out);
  const listed = execFileSync('tar', ['-tvf', file], { encoding: 'utf8' });
  const names = listed
    .trim()
    .split('\n')
    .map((line) => line.split(/\s+/).at(-1));
  const version = `catalogue/${catalogue}.sqlite`;
  expect(names).toEqual(['accounts.sqlite', version, `${version}.sha256`, 'catalogue/current']);
  expect(readFileSync(join(data, 'catalogue/current'), 'utf8').trim()).toBe(catalogue);
  expect(statSync(file).mode & 0o777).toBe(0o600);
  expect(readdirSync(directory)).toEqual(['backup.tar']);
});

test('an existing file is not replaced', async () => {
  const file = join(temporaryDirectory(), 'backup.tar');
  writeFileSync(file, 'the last good backup');
  const { code, err } = await backUp(temporaryDirectory(), file);
  expect(code).toBe(1);
  expect(err).toContain(`${file} already exists and is not replaced; choose a different name`);
  expect(readFileSync(file, 'utf8')).toBe('the last good backup');
});

test('a file that is created while the backup is being written is not replaced', async () => {
  const data = sound.copy();
  const file = join(temporaryDirectory(), 'backup.tar');
  const running = archive(await openDataStore(data), file);
  writeFileSync(file, 'of another backup');
  await expect(running).rejects.toThrow(`${file} already exists and is not replaced`);
  expect(readFileSync(file, 'utf8')).toBe('of another backup');
  expect(readdirSync(dirname(file))).toEqual(['backup.tar']);
});

test('an error names the file that cannot be read', async () => {
  const data = sound.copy();
  rmSync(join(data, 'catalogue'), { recursive: true });
  writeFileSync(join(data, 'catalogue'), '');
  const { code, err } = await backUp(data, join(temporaryDirectory(), 'backup.tar'));
  expect(code).toBe(1);
  expect(err).toContain(`${data}/catalogue/current: part of the path is not a directory`);
});

test('an error names a data directory without accounts or a missing target directory', async () => {
  const [data, directory] = [temporaryDirectory(), temporaryDirectory()];
  expect((await backUp(data, join(directory, 'a.tar'))).err).toContain(`${data} does not contain accounts.sqlite`);
  expect((await backUp(data, join(directory, 'no/a.tar'))).err).toContain(`${directory}/no does not exist`);
  expect(readdirSync(directory)).toEqual([]);
});

test('an unreadable accounts database prevents the backup', async () => {
  const [data, directory] = [temporaryDirectory(), temporaryDirectory()];
  writeFileSync(join(data, 'accounts.sqlite'), 'garbage '.repeat(1000));
  const { code, err } = await backUp(data, join(directory, 'backup.tar'));
  expect(code).toBe(1);
  expect(err).toContain('accounts.sqlite: not readable as a database');
  expect(err.trim().split('\n')).toHaveLength(1);
  expect(readdirSync(directory)).toEqual([]);
});

test('a backup into the data directory is rejected, even through a symbolic link', async () => {
  const data = sound.copy();
  const link = join(temporaryDirectory(), 'link');
  symlinkSync(data, link);
  for (const directory of [data, join(data, 'catalogue'), link]) {
    const { code, err } = await backUp(data, join(directory, 'backup.tar'));
    expect(code).toBe(1);
    expect(err).toContain(
      `is in the data directory ${data}, so it would be lost together with that directory. Specify a path outside it`,
    );
  }
  expect((await backUp(link, join(data, 'backup.tar'))).code).toBe(1);
  // A directory whose name begins with the name of the data directory is not inside the data directory.
  mkdirSync(`${data}-backups`);
  expect((await backUp(data, join(`${data}-backups`, 'backup.tar'))).code).toBe(0);
});

test('the audit log and the metrics include the newest backup', async () => {
  const data = sound.copy();
  const newest = async () => {
    const running = await startService(QUIET, await openDataStore(data), standardError());
    const text = await (await fetch(`${running.admin}/metrics`)).text();
    await running.stop();
    return Number(/^vehicle_lookup_newest_backup_timestamp_seconds (\S+)$/m.exec(text)?.[1]);
  };
  expect(await newest()).toBe(0);
  const directory = temporaryDirectory();
  for (const name of ['a.tar', 'b.tar']) await backUp(data, join(directory, name));
  const { out } = await callProgram(data, ['audit', '--json']);
  const backups = JSON.parse(out).filter(({ what }: { what: string }) => what === 'backup');
  const bytes = statSync(join(directory, 'b.tar')).size;
  expect(backups).toMatchObject([{ details: { file: 'a.tar' } }, { details: { file: 'b.tar', bytes } }]);
  expect(await newest()).toBe(Date.parse(backups[1].at) / 1000);
});

test('a backup that cannot be recorded is complete, and the command prints a note', async () => {
  const data = sound.copy();
  const accounts = new DatabaseSync(join(data, 'accounts.sqlite'));
  accounts.exec("create trigger full before insert on audit begin select raise(abort, 'no'); end");
  accounts.close();
  const file = join(temporaryDirectory(), 'backup.tar');
  const { code, out } = await callProgram(data, ['backup', file]);
  expect(code).toBe(0);
  expect(out).toContain('the backup is complete, but `audit` does not list it');
  expect(existsSync(file)).toBe(true);
});

test('a full disk is reported without leaving a partial file', async () => {
  const directory = temporaryDirectory();
  const data = sound.copy();
  for (const fileSizeLimit of [40, 150]) {
    const args = ['backup', join(directory, 'backup.tar'), '--data-dir', data];
    const { code, err } = await runService(args, { fileSizeLimit });
    expect(code).toBe(1);
    expect(err).toMatch(/backup\.tar: .*(no space left|exceed the allowed size)/);
    expect(err).not.toMatch(/^\s+at /m);
    expect(existsSync(join(directory, 'backup.tar'))).toBe(false);
    expect(readdirSync(directory)).toEqual([]);
  }
});

test.each(['SIGTERM', 'SIGINT', 'SIGHUP'] as const)('%s during a backup leaves no files behind', async (signal) => {
  const directory = temporaryDirectory();
  const child = join(import.meta.dirname, 'endless-backup-child.ts');
  const backup = await startServer(child, [sound.copy(), join(directory, 'backup.tar')]);
  expect(readdirSync(directory, { recursive: true }).join()).toContain('archive');
  expect((await backup.stop(signal)).code).toBe(signal);
  expect(readdirSync(directory)).toEqual([]);
});

test('the next backup to the same file reports leftovers from a killed backup', async () => {
  const data = sound.copy();
  const directory = temporaryDirectory();
  mkdirSync(join(directory, '.backup.tar.partial-abc123'));
  const { out } = await callProgram(data, ['backup', join(directory, 'backup.tar')]);
  expect(out).toContain(`${directory}/.backup.tar.partial-abc123 belongs to a backup that was killed`);
});
