import { join } from 'node:path';
import { cleanUpLater, type Postgresql, startPostgresql, temporaryDirectory } from '@vehicle-lookup/testing';
import pg from 'pg';
import { expect, test } from 'vitest';
import { ask, type Credentials, VEHICLE } from '../support/ask.ts';
import { administer } from '../support/postgresql.ts';
import { importVehicles, type RunningService, runService, serve } from '../support/service.ts';

const ERROR = { success: false, message: 'Server error.' };

interface Setup {
  engine: Postgresql;
  env: Record<string, string>;
  service: RunningService;
  data: string;
  account: Credentials;
  charged(): Promise<number>;
}

/** Starts a service with its own PostgreSQL and an account. */
async function setUp(settings: Record<string, string> = {}): Promise<Setup> {
  const engine = await startPostgresql(settings);
  const env = { DATABASE_URL: engine.url };
  const data = join(temporaryDirectory(), 'data');
  const { out } = await runService(['account', 'create', '--user', 'ann', '--plan', 'standard', '--json'], { env });
  await importVehicles(data);
  const service = await serve(data, [], { env });
  const charged = async () => Number((await administer(engine.url, 'select count(*) n from usage'))[0]?.n);
  return { engine, env, data, service, account: JSON.parse(out), charged };
}

const request = ({ service, account }: Setup) => ask(service.address, { ...account, ...VEHICLE });
const isReady = async ({ service }: Setup) => (await fetch(`${service.admin}/ready`)).status === 200;

/** Verifies that a request returns the documented error with `Retry-After`. */
async function expectError(setup: Setup): Promise<void> {
  const { service, account } = setup;
  const response = await fetch(`${service.address}/api/?${new URLSearchParams({ ...account, ...VEHICLE })}`);
  expect(response.status).toBe(500);
  expect(await response.json()).toEqual(ERROR);
  expect(Number(response.headers.get('retry-after'))).toBeGreaterThanOrEqual(1);
}

const expectRecovery = (setup: Setup) => expect.poll(async () => (await request(setup)).status).toBe(200);

test('while PostgreSQL is down, every response is a 500 response with Retry-After', async () => {
  const setup = await setUp();
  expect(await request(setup)).toMatchObject({ status: 200, remaining: 999 });
  expect(await isReady(setup)).toBe(true);
  await setup.engine.stop('SIGKILL');
  for (let time = 0; time < 20; time++) await expectError(setup);
  expect(await isReady(setup)).toBe(false);
  await setup.engine.start();
  await expectRecovery(setup);
  expect(await isReady(setup)).toBe(true);
  expect((await request(setup)).remaining).toBe(1000 - (await setup.charged()));
  // The log contains no part of the database address.
  await setup.service.stop();
  expect(setup.service.output.all).not.toContain(setup.engine.password);
  expect(setup.service.output.all + setup.engine.log()).not.toContain(setup.account.key);
});

test('a start waits until PostgreSQL is available', async () => {
  const setup = await setUp();
  await setup.service.stop();
  await setup.engine.stop('SIGKILL');
  const starting = serve(setup.data, [], { env: setup.env });
  await setup.engine.start();
  const service = await starting;
  expect(await request({ ...setup, service })).toMatchObject({ status: 200 });
});

test('requests fail while PostgreSQL hangs, and no data is sent without a charge', async () => {
  const setup = await setUp();
  const blocker = new pg.Client({ connectionString: setup.engine.url });
  await blocker.connect();
  await blocker.query('begin; lock table usage_head');
  await Promise.all(Array.from({ length: 20 }, () => expectError(setup)));
  await blocker.query('rollback');
  await blocker.end();
  await expectRecovery(setup);
  expect(await setup.charged()).toBeGreaterThanOrEqual(1);
});

test('requests fail only while PostgreSQL is suspended', async () => {
  const setup = await setUp();
  expect((await request(setup)).status).toBe(200);
  const backends = await administer(
    setup.engine.url,
    "select pid from pg_stat_activity where backend_type = 'client backend'",
  );
  const pids = [setup.engine.pid(), ...backends.map(({ pid }) => Number(pid))];
  const signal = (name: NodeJS.Signals) => {
    for (const pid of pids) {
      try {
        process.kill(pid, name);
      } catch {
        // The connection of the query has been closed.
      }
    }
  };
  cleanUpLater(() => signal('SIGCONT'));
  signal('SIGSTOP');
  await Promise.all(Array.from({ length: 5 }, () => expectError(setup)));
  expect(await isReady(setup)).toBe(false);
  signal('SIGCONT');
  await expectRecovery(setup);
  expect((await request(setup)).remaining).toBe(1000 - (await setup.charged()));
});

test('requests fail while PostgreSQL has no available connections', async () => {
  const setup = await setUp({ max_connections: '10', superuser_reserved_connections: '0' });
  await administer(
    setup.engine.url,
    'select pg_terminate_backend(pid) from pg_stat_activity where pid <> pg_backend_pid()',
  ).catch(() => undefined);
  const clients: pg.Client[] = [];
  const occupy = async () => {
    for (;;) {
      const client = new pg.Client({ connectionString: setup.engine.url });
      client.on('error', () => undefined);
      await client.connect();
      clients.push(client);
    }
  };
  await expect(occupy()).rejects.toThrow(/too many clients|remaining connection slots/);
  await expectError(setup);
  for (const client of clients) await client.end();
  await expectRecovery(setup);
});

test.each([
  ['is full', '53100'],
  ['has become a standby', '25006'],
])('while PostgreSQL %s, no request is charged and no data is sent', async (_, state) => {
  const setup = await setUp();
  const signature = 'integer[], integer[], integer[], bigint[], text[], bigint';
  const columns = 'a integer, b integer, c bigint, d bigint, e bigint, f bigint';
  await administer(setup.engine.url, `alter function charge(${signature}) rename to charge_of_tests`);
  await administer(
    setup.engine.url,
    `create function charge(${signature}) returns table (${columns}) language plpgsql
       as $$ begin raise exception 'as on a failing engine' using errcode = '${state}'; end $$`,
  );
  await expectError(setup);
  expect(await setup.charged()).toBe(0);
  await administer(setup.engine.url, `drop function charge(${signature})`);
  await administer(setup.engine.url, `alter function charge_of_tests(${signature}) rename to charge`);
  await expectRecovery(setup);
  expect(await setup.charged()).toBeGreaterThanOrEqual(1);
});
