import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { createSqliteDataStore } from '../../src/data-store/sqlite/data-store.ts';
import { accountWith, openAccounts } from '../data-store/conformance/accounts.ts';
import { chargeCounts, startCharging, sumOf } from '../support/charging.ts';

const LIMIT = 1000;
const ROUNDS = 20;

function usageRows(root: string): { n: number; last: number } {
  const db = new DatabaseSync(join(root, 'accounts.sqlite'));
  const row = db.prepare('SELECT count(*) AS n, coalesce(max(seq), 0) AS last FROM usage').get();
  db.close();
  return row as { n: number; last: number };
}

test('of 1,050 attempts by two processes on one file, exactly 1,000 succeed', async () => {
  for (let round = 0; round < ROUNDS; round++) {
    const root = temporaryDirectory();
    const accounts = await openAccounts(createSqliteDataStore(root));
    const { id } = await accountWith(accounts, { limit: LIMIT });
    const charging = { account: id, limit: LIMIT, attempts: 525, atOnce: 25 };
    const children = await Promise.all([1, 2].map(() => startCharging(root, charging)));
    for (const { child } of children) child.send('begin');
    const { acknowledged, rejected } = sumOf(await Promise.all(children.map(chargeCounts)));
    for (const child of children) expect(await child.ended).toMatchObject({ code: 0, err: '' });
    expect([acknowledged, rejected]).toEqual([LIMIT, 50]);
    expect(usageRows(root)).toEqual({ n: LIMIT, last: LIMIT });
  }
});

test('kills under load do not lose or duplicate acknowledged consultations', async () => {
  const root = temporaryDirectory();
  const accounts = await openAccounts(createSqliteDataStore(root));
  const limit = 1_000_000;
  const account = await accountWith(accounts, { limit });
  const atOnce = 8;
  for (let kill = 0; kill < ROUNDS; kill++) {
    const before = usageRows(root).n;
    const charging = await startCharging(root, { account: account.id, limit, attempts: limit, atOnce });
    charging.child.send('begin');
    // Each kill happens after a different number of charges.
    await charging.printed(new RegExp(`(\\+[^+]*){${1 + kill * 37}}`));
    await charging.stop('SIGKILL');
    const { attempts, acknowledged } = await chargeCounts(charging);
    const { n, last } = usageRows(root);
    expect(acknowledged).toBeGreaterThan(0);
    expect(n - before).toBeGreaterThanOrEqual(acknowledged);
    expect(n - before).toBeLessThanOrEqual(attempts);
    expect(attempts - acknowledged).toBeLessThanOrEqual(atOnce);
    expect(last).toBe(n);
    expect(await accounts.quota.check(account)).toMatchObject({ allowance: { remaining: limit - n } });
  }
});
