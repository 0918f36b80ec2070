import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, startPostgresql, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { DEMO } from '../../src/import/demo.ts';
import { type Credentials, VEHICLE } from '../support/ask.ts';
import { newDatabase } from '../support/postgresql.ts';
import { main, type RunningService, serve } from '../support/service.ts';

let server = '';
beforeAll(async () => {
  server = (await startPostgresql()).url;
});

/** Prepares instances that share a database and a catalogue directory. */
async function shared(place = join(temporaryDirectory(), 'published')) {
  const env = { DATABASE_URL: await newDatabase(server), VEHICLE_LOOKUP_SERVICE_CATALOGUES: place };
  const builder = join(temporaryDirectory(), 'data');
  const command = async (...args: string[]) => run(main, [...args, '--data-dir', builder, '--json'], { env });
  const json = async (...args: string[]) => {
    const { code, out, err } = await command(...args);
    expect(err).toBe('');
    expect(code).toBe(0);
    return JSON.parse(out);
  };
  const publishNew = async (): Promise<string> => {
    await json('import', DEMO);
    return (await json('catalogue', 'publish')).version;
  };
  const account: Credentials = await json('account', 'create', '--user', 'ann', '--plan', 'standard');
  const start = (data = join(temporaryDirectory(), 'data')) => serve(data, [], { env });
  return { place, env, command, json, publishNew, account, start };
}

const versionOf = async ({ address }: RunningService, account: Credentials): Promise<string | null> =>
  (await fetch(`${address}/api/?${new URLSearchParams({ ...account, ...VEHICLE })}`)).headers.get(
    'x-catalogue-version',
  );

const isReady = async ({ admin }: RunningService) => (await fetch(`${admin}/ready`)).status === 200;

test('a switch takes effect on all instances, and the same command switches back', async () => {
  const { json, publishNew, account, start } = await shared();
  const first = await publishNew();
  const instances = [await start(), await start()];
  const versions = () => Promise.all(instances.map((one) => versionOf(one, account)));
  // Before the first switch, no catalogue is current.
  expect(await Promise.all(instances.map(isReady))).toEqual([false, false]);
  await json('catalogue', 'switch', first);
  await expect.poll(versions).toEqual([first, first]);
  expect(await Promise.all(instances.map(isReady))).toEqual([true, true]);

  const second = await publishNew();
  expect(await versions()).toEqual([first, first]);
  expect(await json('catalogue', 'list')).toMatchObject([
    { version: first, current: true },
    { version: second, current: false },
  ]);
  for (const version of [second, first]) {
    await json('catalogue', 'switch', version);
    await expect.poll(versions).toEqual([version, version]);
  }
  // A new instance fetches the catalogue before it is ready.
  const third = await start();
  expect(await isReady(third)).toBe(true);
  expect(await versionOf(third, account)).toBe(first);
});

test('a version with an invalid checksum is rejected by a switch and at startup, without changes', async () => {
  const { place, env, command, json, publishNew, account, start } = await shared();
  const good = await publishNew();
  await json('catalogue', 'switch', good);
  const data = join(temporaryDirectory(), 'data');
  const instance = await start(data);
  const bad = await publishNew();
  const file = join(place, `${bad}.catalogue`);
  const bytes = readFileSync(file);
  bytes.write('changed', 5000);
  writeFileSync(file, bytes);
  const { code, err } = await command('catalogue', 'switch', bad);
  expect(code).toBe(1);
  expect(err).toMatch(
    /the switch was abandoned: instance .* reports: .*expected \d+ bytes with SHA-256 \w{64}, got \d+ with \w{64}/,
  );
  expect(await versionOf(instance, account)).toBe(good);
  expect(readdirSync(join(data, 'fetched'))).not.toContain(`${bad}.catalogue`);
  // The failure does not affect the next version.
  const next = await publishNew();
  await json('catalogue', 'switch', next);
  await expect.poll(() => versionOf(instance, account)).toBe(next);

  writeFileSync(join(place, `${next}.catalogue`), bytes);
  const started = await run(
    main,
    ['serve', '--data-dir', join(temporaryDirectory(), 'x'), '--port', '0', '--admin-port', '0'],
    { env },
  );
  expect(started.code).toBe(1);
  expect(started.err).toMatch(/expected \d+ bytes with SHA-256/);
  expect(started.err).not.toContain(env.DATABASE_URL);
});

test('a switch to an unpublished version is rejected', async () => {
  const { command } = await shared();
  expect((await command('catalogue', 'switch', 'none')).err).toContain(
    'none: not published (published versions: none). Run: catalogue publish none',
  );
});

test('a URL instead of the shared directory is rejected', async () => {
  const env = { DATABASE_URL: server, VEHICLE_LOOKUP_SERVICE_CATALOGUES: 'https://files.example/catalogues/' };
  const { code, err } = await run(main, ['catalogue', 'list', '--data-dir', temporaryDirectory()], { env });
  expect(code).toBe(1);
  expect(err).toContain(
    'VEHICLE_LOOKUP_SERVICE_CATALOGUES: expected the path of a directory that all instances can read',
  );
});

test('a shared catalogue directory requires a shared database', async () => {
  const env = { VEHICLE_LOOKUP_SERVICE_CATALOGUES: '/nowhere' };
  const { code, err } = await run(main, ['catalogue', 'list', '--data-dir', temporaryDirectory()], { env });
  expect(code).toBe(1);
  expect(err).toContain('also set DATABASE_URL');
});
