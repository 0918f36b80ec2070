import { closedAddress } from '@vehicle-lookup/testing';
import { expect, test, vi } from 'vitest';
import { createPostgresAccounts, onceAvailable } from '../../../src/data-store/postgres/data-store.ts';
import { readDatabaseAddress } from '../../../src/database/postgres/address.ts';
import { checkEngine } from '../../../src/database/postgres/sql.ts';
import type { Sql } from '../../../src/database/sql.ts';
import { StorageError } from '../../../src/database/storage-error.ts';
import { administer, newDatabase, testServer } from '../../support/postgresql.ts';

const server = await testServer();
const CANARY = 'pass-word-canary';
const MIGRATIONS = ['0001-tables'];

/** Returns the error message from a start with this URL. */
async function rejection(url: string): Promise<string> {
  const error = await createPostgresAccounts(url)
    .prepare()
    .then(
      () => undefined,
      (error: unknown) => error,
    );
  expect(error).toBeInstanceOf(Error);
  return (error as Error).message;
}

/** Returns a modified URL. */
function changed(url: string, change: (url: URL) => void): string {
  const copy = new URL(url);
  change(copy);
  return copy.href;
}

test.each([
  ['no address', CANARY],
  ['a different scheme', `mysql://me:${CANARY}@db/x`],
  ['a password with /', `postgresql://me:1/${CANARY}@db/x`],
  ['a password with #', `postgresql://me:1#${CANARY}@db/x`],
  ['a password with ?', `postgresql://me:1?${CANARY}@db/x`],
  ['a password with a lone %', `postgresql://me:100%${CANARY}@db/x`],
  ['an unknown parameter', `postgresql://me@db/x?password=${CANARY}`],
  ['no database', `postgresql://me:${CANARY}@db`],
  ['an unknown sslmode', `postgresql://me:${CANARY}@db/x?sslmode=${CANARY}`],
])('a URL with %s is rejected with an error that does not repeat it', async (_, url) => {
  const message = await rejection(url);
  expect(message).toContain('DATABASE_URL: expected postgresql://USER:PASSWORD@HOST:PORT/DATABASE');
  expect(message).not.toContain(CANARY);
});

test.each([
  `postgresql://me:${CANARY}@a,b/x`,
  `postgresql://me:${CANARY}@a:5432,b:5433/x?target_session_attrs=read-write`,
])('a URL with several hosts is rejected with an alternative', async (url) => {
  const message = await rejection(url);
  expect(message).toContain(
    'only one host is supported; if a standby may take over, use an address that points to the primary',
  );
  expect(message).not.toContain(CANARY);
});

test('a URL is decoded and shown without user and password', () => {
  const { location, config } = readDatabaseAddress('postgres://m%40e:p%2F%23@[::1]/ab?sslmode=require');
  expect(location).toBe('::1:5432/ab');
  expect(config).toMatchObject({
    user: 'm@e',
    password: 'p/#',
    host: '::1',
    port: 5432,
    ssl: { rejectUnauthorized: false },
  });
});

test('an invalid password, database or host is rejected immediately with the next step', async () => {
  const cases: [RegExp, (url: URL) => void][] = [
    [/the login was rejected.*Check the user and password in DATABASE_URL/, (url) => (url.password = CANARY)],
    [/the login (failed|was rejected).*(password|credentials) in DATABASE_URL/, (url) => (url.password = '')],
    [/the database does not exist.*Create it/, (url) => (url.pathname = '/none')],
    [/the host does not exist.*Correct the host in DATABASE_URL/, (url) => (url.hostname = 'none.invalid')],
    [/TLS failed.*sslmode/, (url) => (url.search = '?sslmode=require')],
  ];
  for (const [message, change] of cases) {
    const text = await rejection(changed(server, change));
    expect(text).toMatch(message);
    expect(text).not.toContain(CANARY);
    expect(text).not.toContain(new URL(server).password);
  }
});

test('a role without rights is rejected with the next step', async () => {
  const url = await newDatabase(server);
  const role = `role_${Date.now()}`;
  await administer(url, `create role ${role} login password '${CANARY}'`);
  const message = await rejection(changed(url, (own) => Object.assign(own, { username: role, password: CANARY })));
  expect(message).toMatch(/the role lacks permissions.*GRANT USAGE, CREATE ON SCHEMA public/);
  await administer(server, `drop role ${role}`);
});

test('a read-only database is rejected', async () => {
  const url = await newDatabase(server);
  await administer(url, `alter database ${new URL(url).pathname.slice(1)} set default_transaction_read_only = on`);
  expect(await rejection(url)).toMatch(/read-only, because default_transaction_read_only is on\. Name the primary/);
});

test('an unsupported old PostgreSQL version is rejected', async () => {
  const row = { version: '14.9', number: 140_009, standby: false, read_only: 'off' };
  const old = { location: 'db:5432/x', query: async () => [row] } as unknown as Sql;
  await expect(checkEngine(old)).rejects.toThrow('expected PostgreSQL 15 or newer, got 14.9');
});

test('tables from a newer release are accepted after expand migrations but rejected after contract migrations', async () => {
  const url = await newDatabase(server);
  const store = createPostgresAccounts(url);
  await expect(store.open()).rejects.toThrow(
    /does not contain the tables of this service\. Check .* DATABASE_URL, or run: migrate/,
  );
  expect(await store.prepare()).toEqual(MIGRATIONS);
  const ran = (name: string) => administer(url, `insert into migration values ('${name}', '2030')`);
  await ran('9998-expand-later');
  expect(await store.prepare()).toEqual([]);
  await (await store.open()).close();
  await ran('9999-contract-later');
  for (const use of ['prepare', 'open', 'administer', 'pending'] as const) {
    await expect(store[use]()).rejects.toThrow(
      /a newer version of this service ran 9999-contract-later.*Run that version/,
    );
  }
});

test('three instances that start concurrently on an empty database prepare it only once', async () => {
  const url = await newDatabase(server);
  const ran = await Promise.all([1, 2, 3].map(() => createPostgresAccounts(url).prepare()));
  expect(ran.flat()).toEqual(MIGRATIONS);
});

test('a command fails immediately if PostgreSQL is not listening', async () => {
  const { port } = new URL(await closedAddress());
  const store = createPostgresAccounts(changed(server, (url) => Object.assign(url, { port })));
  await expect(store.open()).rejects.toThrow(/not reachable .*Check that PostgreSQL is running there/);
});

test('a start waits only while the database is unavailable', async () => {
  const passing = new StorageError('unavailable', 'db', 'starting', undefined);
  const work = vi.fn().mockRejectedValueOnce(passing).mockRejectedValueOnce(passing).mockResolvedValue('done');
  expect(await onceAvailable(work)).toBe('done');
  expect(work).toHaveBeenCalledTimes(3);
  const lasting = new StorageError('unreadable', 'db', 'wrong password', undefined);
  const rejected = vi.fn().mockRejectedValue(lasting);
  await expect(onceAvailable(rejected)).rejects.toBe(lasting);
  expect(rejected).toHaveBeenCalledTimes(1);
});
