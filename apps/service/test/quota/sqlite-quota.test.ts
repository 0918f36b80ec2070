import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { cleanUpLater, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test, vi } from 'vitest';
import { createSqliteDataStore } from '../../src/data-store/sqlite/data-store.ts';
import { openDatabase } from '../../src/database/sqlite/database.ts';
import { createSqliteQuota } from '../../src/quota/sqlite-quota.ts';
import { accountWith, DAY, fakeClock, openAccounts } from '../data-store/conformance/accounts.ts';

async function open(now?: () => number) {
  const root = temporaryDirectory();
  const accounts = await openAccounts(createSqliteDataStore(root), now && { now });
  return { file: join(root, 'accounts.sqlite'), accounts };
}

test('new consultations cause the deletion of consultations older than the longest window of all plans', async () => {
  const clock = fakeClock();
  const { file, accounts } = await open(clock.now);
  const account = await accountWith(accounts, { limit: 50 });
  const rows = () => {
    const db = new DatabaseSync(file, { readOnly: true });
    const { n } = db.prepare('SELECT count(*) AS n FROM usage').get() as { n: number };
    db.close();
    return n;
  };
  const charge = async (times: number) => {
    for (let time = 0; time < times; time++) await accounts.quota.charge(account, 'getFluids');
  };
  await charge(40);
  clock.forward(30 * DAY - 1);
  await charge(1);
  expect(rows()).toBe(41);
  clock.forward(1);
  await charge(20);
  expect(rows()).toBe(21);
});

test('charges in one turn of the event loop share one transaction', async () => {
  const { accounts } = await open();
  const account = await accountWith(accounts, { limit: 100 });
  const exec = vi.spyOn(DatabaseSync.prototype, 'exec');
  await Promise.all(Array.from({ length: 50 }, () => accounts.quota.charge(account, 'getFluids')));
  expect(exec.mock.calls).toEqual([['BEGIN IMMEDIATE'], ['COMMIT']]);
  exec.mockRestore();
  expect(await accounts.quota.check(account)).toMatchObject({ allowance: { remaining: 50 } });
});

test('if a transaction fails, all its charges fail and are not counted', async () => {
  const { accounts } = await open();
  const account = await accountWith(accounts, { limit: 100 });
  await accounts.quota.charge(account, 'getFluids');
  const stranger = { ...account, id: 999 };
  const results = await Promise.allSettled(
    [account, stranger, account].map((account) => accounts.quota.charge(account, 'getFluids')),
  );
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected', 'rejected']);
  expect(await accounts.quota.check(account)).toMatchObject({ allowance: { remaining: 99 } });
  expect(await accounts.quota.charge(account, 'getFluids')).toMatchObject({ allowance: { remaining: 98 } });
});

test('on a full disk, charges fail with the reason, and acknowledged charges are kept', async () => {
  const { file, accounts } = await open();
  const account = await accountWith(accounts, { limit: 100_000 });
  const db = openDatabase(file);
  cleanUpLater(() => db.close());
  const quota = createSqliteQuota(db, Date.now);
  const { page_count: pages } = db.prepare('PRAGMA page_count').get() as { page_count: number };
  db.exec(`PRAGMA max_page_count = ${pages + 2}`);
  let acknowledged = 0;
  const fill = async () => {
    for (;;)
      acknowledged += (await Promise.all(Array.from({ length: 50 }, () => quota.charge(account, 'getFluids')))).length;
  };
  await expect(fill()).rejects.toMatchObject({ reason: 'full', message: expect.stringContaining(file) });
  expect(acknowledged).toBeGreaterThan(0);
  expect(await quota.check(account)).toMatchObject({ allowance: { remaining: 100_000 - acknowledged } });
  db.exec('PRAGMA max_page_count = 1000000');
  expect(await quota.charge(account, 'getFluids')).toMatchObject({
    ok: true,
    allowance: { remaining: 99_999 - acknowledged },
  });
});
