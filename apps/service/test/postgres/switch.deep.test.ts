import { spawnSync } from 'node:child_process';
import { closeSync, openSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { run, start, startPostgresql, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { DEMO } from '../../src/import/demo.ts';
import { metric } from '../support/metric.ts';
import { administer, newDatabase } from '../support/postgresql.ts';
import { main, serve } from '../support/service.ts';

let server = '';
beforeAll(async () => {
  server = (await startPostgresql()).url;
});

/** Prepares a shared database and catalogue directory with one current version, and returns functions for them. */
async function setUp() {
  const place = join(temporaryDirectory(), 'published');
  const env = { DATABASE_URL: await newDatabase(server), VEHICLE_LOOKUP_SERVICE_CATALOGUES: place };
  const options = ['--data-dir', join(temporaryDirectory(), 'data')];
  const command = (...args: string[]) => run(main, [...args, ...options, '--json'], { env });
  const json = async (...args: string[]) => {
    const { code, out, err } = await command(...args);
    expect([code, err]).toEqual([0, '']);
    return JSON.parse(out);
  };
  const publish = async (): Promise<string> => {
    await json('import', DEMO);
    return (await json('catalogue', 'publish')).version;
  };
  await json('account', 'create', '--user', 'ann', '--plan', 'standard');
  const current = await publish();
  await json('catalogue', 'switch', current);
  const file = (version: string) => join(place, `${version}.catalogue`);
  const versions = async () =>
    Object.fromEntries(
      (await json('catalogue', 'list')).map(({ version, ...state }: { version: string }) => [version, state]),
    );
  return {
    env,
    current,
    file,
    command,
    json,
    publish,
    versions,
    doctor: async () => (await command('doctor')).out,
    /** Starts a command without waiting for it. */
    begin: (...args: string[]) => start(main, [...args, ...options], { env }),
    serve: () => serve(join(temporaryDirectory(), 'data'), [], { env }),
  };
}

/** Replaces a file with a named pipe, which can be opened but never ends. Returns a function that releases its readers. */
function stick(file: string): () => void {
  renameSync(file, `${file}.whole`);
  spawnSync('mkfifo', [file]);
  return () => closeSync(openSync(file, 'r+'));
}

test('a rollback selects the previously current version, not a version that was never current', async () => {
  const { current, publish, json, command, file } = await setUp();
  await publish();
  const last = await publish();
  await json('catalogue', 'switch', last);
  await json('catalogue', 'switch', last);
  expect(await json('catalogue', 'rollback')).toEqual({ current, previous: last });
  rmSync(file(last));
  const { code, err } = await command('catalogue', 'rollback');
  expect(code).toBe(1);
  expect(err).toContain('this version is missing');
});

test('a switch to a version with a missing or truncated file is rejected', async () => {
  const { current, publish, command, file, doctor, versions } = await setUp();
  const [missing, cut] = [await publish(), await publish()];
  rmSync(file(missing));
  expect((await command('catalogue', 'switch', missing)).err).toContain('this version is missing');
  writeFileSync(file(cut), readFileSync(file(cut)).subarray(1000));
  expect((await command('catalogue', 'switch', cut)).err).toMatch(/expected \d+ bytes, got \d+/);
  expect(await versions()).toMatchObject({ [current]: { current: true } });
  expect(await doctor()).toContain('"healthy": true');
  rmSync(file(current));
  expect(await doctor()).toMatch(/this version is missing.*next.*publish/s);
});

test('a switch is not completed later if its command is interrupted or killed', async () => {
  const { current, publish, begin, file, versions, serve, doctor } = await setUp();
  const instance = await serve();
  const next = await publish();
  const release = stick(file(next));
  for (const signal of ['SIGINT', 'SIGKILL'] as const) {
    const switching = begin('catalogue', 'switch', next);
    await expect.poll(versions).toMatchObject({ [next]: { pending: true } });
    expect(await doctor()).toContain(`a switch to ${next} is pending`);
    await expect.poll(() => metric(instance.admin, 'vehicle_lookup_catalogue_switch_pending')).toBe(1);
    const { code, err } = await switching.stop(signal);
    expect(code).toBe(signal === 'SIGINT' ? 1 : signal);
    if (signal === 'SIGINT') expect(err).toContain('the switch was abandoned: it was interrupted');
    await expect.poll(versions).toMatchObject({ [next]: { pending: false } });
  }
  release();
  rmSync(file(next));
  renameSync(`${file(next)}.whole`, file(next));
  // A new instance ends pending switches, like every instance.
  await serve();
  expect(await versions()).toMatchObject({ [current]: { current: true }, [next]: { current: false } });
});

test('a later switch replaces a switch that cannot finish', async () => {
  const { publish, begin, json, file, serve, versions } = await setUp();
  const instance = await serve();
  const [stuck, next] = [await publish(), await publish()];
  const release = stick(file(stuck));
  const first = begin('catalogue', 'switch', stuck);
  await expect.poll(versions).toMatchObject({ [stuck]: { pending: true } });
  await json('catalogue', 'switch', next);
  const { code, err } = await first.ended;
  expect([code, err]).toEqual([1, expect.stringContaining('another command')]);
  await instance.printed(`"event":"switch","catalogue":"${next}"`);
  release();
});

/** Registers an instance that has these versions but never responds. */
const stuckInstance = (url: string, versions: string) =>
  administer(
    url,
    `insert into instance values ('stuck', ${Number.MAX_SAFE_INTEGER}, '{${versions}}', null, null, null)`,
  );

test('Ctrl-C after the version has become current ends the wait without reporting an abandoned switch', async () => {
  const { env, publish, begin, versions } = await setUp();
  const next = await publish();
  await stuckInstance(env.DATABASE_URL, next);
  const switching = begin('catalogue', 'switch', next);
  await expect.poll(versions).toMatchObject({ [next]: { current: true } });
  const { code, err } = await switching.stop('SIGINT');
  expect([code, err]).toEqual([0, '']);
});

test('a switch to the current version cancels a pending switch', async () => {
  const { env, current, publish, begin, json, versions } = await setUp();
  const next = await publish();
  await stuckInstance(env.DATABASE_URL, current);
  const pending = begin('catalogue', 'switch', next);
  await expect.poll(versions).toMatchObject({ [next]: { pending: true } });
  await json('catalogue', 'switch', current);
  const { code, err } = await pending.ended;
  expect([code, err]).toEqual([1, expect.stringContaining('another command has ended the switch')]);
  expect(await versions()).toMatchObject({ [current]: { current: true }, [next]: { pending: false } });
});

test('an instance that cannot fetch the current version logs the reason and retries less often', async () => {
  const { env, current, publish, json, file, serve } = await setUp();
  const instance = await serve();
  const next = await publish();
  renameSync(file(next), `${file(next)}.away`);
  await administer(env.DATABASE_URL, `update catalogue_switch set current = '${next}', previous = '${current}'`);
  await instance.printed(/("event":"fetch-failed".*){2}/s);
  const waits = [...instance.output.err.matchAll(/"event":"fetch-failed".*"retrySeconds":([\d.]+)/g)].map(([, s]) =>
    Number(s),
  );
  expect(waits[1]).toBeGreaterThan(waits[0] ?? 0);
  expect(instance.output.err).toMatch(/"event":"fetch-failed".*this version is missing/);
  expect(await metric(instance.admin, 'vehicle_lookup_events_total{event="fetch-failed"}')).toBeGreaterThan(1);
  renameSync(`${file(next)}.away`, file(next));
  await instance.printed(`"event":"switch","catalogue":"${next}"`);
  expect((await json('catalogue', 'list')).at(-1)).toMatchObject({ version: next, current: true });
});

test('while PostgreSQL is unavailable, the log reports PostgreSQL, not the catalogue', async () => {
  const engine = await startPostgresql();
  const env = { DATABASE_URL: engine.url, VEHICLE_LOOKUP_SERVICE_CATALOGUES: temporaryDirectory() };
  const service = await serve(join(temporaryDirectory(), 'data'), [], { env });
  await engine.stop('SIGKILL');
  await service.printed('"event":"storage"');
  await fetch(`${service.admin}/ready`);
  await service.stop();
  expect(service.output.err).not.toMatch(/switch-failed|Import the catalogue|catalogue\/current/);
  expect(service.output.err).toMatch(/127\.0\.0\.1:\d+\/\w+: not reachable/);
});
