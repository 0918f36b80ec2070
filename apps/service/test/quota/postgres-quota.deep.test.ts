import { join } from 'node:path';
import { type Postgresql, type Server, startPostgresql, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { createPostgresDataStore } from '../../src/data-store/postgres/data-store.ts';
import { accountWith, openAccounts } from '../data-store/conformance/accounts.ts';
import { type Charging, chargeCounts, startCharging, sumOf } from '../support/charging.ts';
import { administer, newDatabase, testServer } from '../support/postgresql.ts';
import { windowCases } from './window-cases.ts';

const ROUNDS = 20;
const HOUR = 3_600_000;
const LIMIT = 1000;
const server = await testServer();

async function accountIn(url: string, limit: number) {
  const accounts = await openAccounts(createPostgresDataStore(temporaryDirectory(), { url }));
  return { accounts, account: await accountWith(accounts, { limit }) };
}

const start = (url: string, charging: Charging) => startCharging(join(temporaryDirectory(), 'data'), charging, url);

const usage = async (url: string): Promise<{ n: number; last: number }> => {
  const [row] = await administer(url, 'select count(*)::integer n, coalesce(max(seq), 0)::integer last from usage');
  return row as { n: number; last: number };
};

/** Waits until the process has made the given number of further charges. */
async function moreCharges({ output, ended }: Server, charges: number): Promise<void> {
  const before = output.out.length;
  const charged = expect.poll(() => output.out.slice(before).split('+').length).toBeGreaterThan(charges);
  const died = ended.then(({ err }) => Promise.reject(new Error(`the process ended: ${err}`)));
  await Promise.race([charged, died]);
}

test('the window search passes the same cases as rolling-window.ts', async () => {
  const url = await newDatabase(server);
  await accountIn(url, LIMIT);
  const found: Record<string, unknown> = {};
  for (const [name, { moments, pruned = 0, cutoff, hint }] of Object.entries(windowCases)) {
    const rows = moments.map((moment, index) => `(1, ${index + 1}, ${moment})`).slice(pruned);
    await administer(url, 'delete from usage');
    if (rows.length > 0) await administer(url, `insert into usage values ${rows}`);
    const [row] = await administer(
      url,
      `select window_start(1, ${moments.length}, ${pruned + 1}, ${hint}, ${cutoff})::integer as oldest`,
    );
    found[name] = row?.oldest;
  }
  const expected = Object.entries(windowCases).map(([name, { oldest }]) => [name, oldest]);
  expect(found).toEqual(Object.fromEntries(expected));
});

async function chargeByThree(ahead: readonly number[]): Promise<void> {
  const url = await newDatabase(server);
  const { account } = await accountIn(url, LIMIT);
  const charging = { account: account.id, limit: LIMIT, attempts: 350, atOnce: 17 };
  const children = await Promise.all(ahead.map((ms) => start(url, { ...charging, ahead: ms })));
  for (const { child } of children) child.send('begin');
  const sum = sumOf(await Promise.all(children.map(chargeCounts)));
  expect(sum).toEqual({ attempts: 1050, acknowledged: LIMIT, rejected: 50, failed: 0 });
  expect(await usage(url)).toEqual({ n: LIMIT, last: LIMIT });
}

test('of 1,050 attempts by three processes, exactly 1,000 succeed', async () => {
  for (let round = 0; round < ROUNDS; round++) await chargeByThree([0, 0, 0]);
});

test('clock differences of an hour between processes do not affect the limit', async () => {
  for (let round = 0; round < ROUNDS; round++) await chargeByThree([-HOUR, 0, HOUR]);
});

test('the limit is exact even if one of the processes is killed', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const url = await newDatabase(server);
    const { account } = await accountIn(url, LIMIT);
    const charging = { account: account.id, limit: LIMIT, attempts: 1050, atOnce: 17 };
    const children = await Promise.all([1, 2, 3].map(() => start(url, charging)));
    for (const { child } of children) child.send('begin');
    const [victim] = children;
    await victim?.printed(/(\+[^+]*){50}/);
    await victim?.stop('SIGKILL');
    const sum = sumOf(await Promise.all(children.map(chargeCounts)));
    expect(sum.acknowledged).toBeLessThanOrEqual(LIMIT);
    expect(sum.acknowledged).toBeGreaterThanOrEqual(LIMIT - charging.atOnce);
    expect(await usage(url)).toEqual({ n: LIMIT, last: LIMIT });
  }
});

test('kills of PostgreSQL under load lose no acknowledged charges', async () => {
  const engine: Postgresql = await startPostgresql();
  const { account } = await accountIn(engine.url, 1_000_000);
  const charging = { account: account.id, limit: 1_000_000, attempts: 1_000_000, atOnce: 8 };
  const child = await start(engine.url, charging);
  child.child.send('begin');
  for (let kill = 0; kill < ROUNDS; kill++) {
    await moreCharges(child, 50 + kill * 37);
    await engine.stop('SIGKILL');
    await engine.start();
  }
  await moreCharges(child, 1);
  await child.stop('SIGKILL');
  const counts = await chargeCounts(child);
  const { n, last } = await usage(engine.url);
  expect(n).toBeGreaterThanOrEqual(counts.acknowledged);
  expect(n - counts.acknowledged).toBeLessThanOrEqual(charging.atOnce * (ROUNDS + 1));
  expect(last).toBe(n);
  expect(counts.failed).toBeGreaterThan(0);
});
