import { mkdirSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, startPostgresql, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { ask, type Credentials, VEHICLE } from '../support/ask.ts';
import { administer, newDatabase } from '../support/postgresql.ts';
import { importVehicles, runService, serve } from '../support/service.ts';

let server = '';
beforeAll(async () => {
  server = (await startPostgresql()).url;
});

/** Returns functions that run commands on a data directory, with or without a database. */
function commands(data: string, url?: string) {
  const env: Record<string, string> = url === undefined ? {} : { DATABASE_URL: url };
  const run = (...args: string[]) => runService([...args, '--data-dir', data], { env });
  const json = async (...args: string[]) => {
    const { code, out, err } = await run(...args, '--json');
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out);
  };
  return { run, json, start: () => serve(data, [], { env }) };
}

const newData = () => join(temporaryDirectory(), 'data');

/** Verifies that the account works and has `remaining` consultations left. */
async function expectLeft(start: () => ReturnType<typeof serve>, account: Credentials, remaining: number) {
  const service = await start();
  expect(await ask(service.address, { ...account, ...VEHICLE })).toMatchObject({ status: 200, remaining });
  await service.stop();
}

test('a backup of a data directory can be restored into a database, and a backup of the database into a directory', async () => {
  const [data, url] = [newData(), await newDatabase(server)];
  const files = commands(data);
  await files.json('migrate');
  await importVehicles(data);
  await files.json('plan', 'set', '--plan', 'own', '--limit', '50', '--window', '1d');
  const account: Credentials = await files.json('account', 'create', '--user', 'ann', '--plan', 'own');
  await files.json('account', 'create', '--user', 'Łukasz', '--plan', 'free');
  await expectLeft(files.start, account, 49);
  const directory = temporaryDirectory();
  const [first, second] = [join(directory, 'first.tar'), join(directory, 'second.tar')];
  const { catalogue } = await files.json('backup', first);

  const root = newData();
  const database = commands(root, url);
  expect(await database.json('restore', first)).toMatchObject({ root, catalogue });
  expect(readdirSync(root)).toEqual(['catalogue']);
  const again = await commands(newData(), url).run('restore', first);
  expect([again.code, again.err]).toEqual([1, expect.stringContaining('already has accounts')]);
  await expectLeft(database.start, account, 48);
  // New IDs continue after the restored IDs.
  await database.json('account', 'create', '--user', 'new', '--plan', 'free');
  expect(await database.json('audit')).toContainEqual(expect.objectContaining({ what: 'restore' }));

  await database.json('backup', second);
  const target = newData();
  await commands(target).json('restore', second);
  const days = (data: string, url?: string) => commands(data, url).json('usage', '--from', '2020-01-01');
  expect(await days(target)).toEqual(await days(target, url));
  expect(await days(target)).toMatchObject([{ user: 'ann', consultations: 2 }]);
  await expectLeft(commands(target).start, account, 47);
});

test('a backup of a database can be unpacked as a data directory', async () => {
  const url = await newDatabase(server);
  const data = newData();
  await importVehicles(data);
  const database = commands(data, url);
  const account: Credentials = await database.json('account', 'create', '--user', 'ann', '--plan', 'standard');
  await expectLeft(database.start, account, 999);
  const [file, restored] = [join(temporaryDirectory(), 'backup.tar'), newData()];
  const { bytes, catalogue } = await database.json('backup', file);
  expect(catalogue).toEqual(expect.any(String));
  const [recorded] = (await database.json('audit')).slice(-1);
  expect(recorded).toMatchObject({ what: 'backup', details: { file: 'backup.tar', bytes } });
  mkdirSync(restored, { mode: 0o700 });
  await runCommand(['tar', '-xf', file, '-C', restored]);
  await expectLeft(commands(restored).start, account, 998);
});

test('doctor and usage report the content of the database', async () => {
  const url = await newDatabase(server);
  const { run, json } = commands(newData(), url);
  expect((await run('doctor')).out).toContain('0001-tables');
  await json('account', 'create', '--user', 'ann', '--plan', 'standard');
  expect(await json('usage')).toMatchObject([{ user: 'ann', remaining: 1000 }]);
  const { findings } = JSON.parse((await run('doctor', '--json')).out);
  expect(findings).toContainEqual(expect.objectContaining({ what: 'database', state: 'ok' }));
  expect(findings).toContainEqual(expect.objectContaining({ what: 'accounts', state: 'ok' }));

  await administer(url, 'insert into usage values (1, 1, engine_ms() + 86400000)');
  await administer(url, 'update usage_head set head = 1, ts_ms = engine_ms() + 86400000');
  expect((await run('doctor')).out).toMatch(/wrong +clock +consultations of 1 account are dated in the future/);
  expect((await run('doctor', '--repair-clock')).out).toContain('1 consultation set to the current time');
});

test('no command prints the database password', async () => {
  const { pathname, port, password } = new URL(server);
  const url = `postgresql://postgres:wrong-${password}@127.0.0.1:${port}${pathname}`;
  const { run } = commands(newData(), url);
  for (const args of [['doctor'], ['usage'], ['backup', join(temporaryDirectory(), 'b.tar')], ['migrate']]) {
    const { code, out, err } = await run(...args);
    expect(code).toBe(1);
    expect(out + err).toContain('the login was rejected');
    expect(out + err).not.toContain(password);
  }
});
