import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { leaks } from '@vehicle-lookup/openapi/secrets';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { createSqliteDataStore } from '../../src/data-store/sqlite/data-store.ts';
import { accountWith, openAccounts } from './conformance/accounts.ts';

test('the error for a missing accounts file names the file', async () => {
  const store = createSqliteDataStore(join(temporaryDirectory(), 'data'));
  await expect(store.accounts.open()).rejects.toThrow(/data: not a data directory, because accounts.sqlite is missing/);
});

test('a file from an older version is rejected until it is prepared', async () => {
  const root = temporaryDirectory();
  new DatabaseSync(join(root, 'accounts.sqlite')).close();
  const { accounts } = createSqliteDataStore(root);
  await expect(accounts.open()).rejects.toThrow(/does not contain the tables of this service. .* run: migrate/);
});

test('a file from a newer version is rejected by every method, including prepare', async () => {
  const root = temporaryDirectory();
  const { accounts } = createSqliteDataStore(root);
  await accounts.prepare();
  const db = new DatabaseSync(join(root, 'accounts.sqlite'));
  db.exec("INSERT INTO migration VALUES ('9999-later', '2030-01-01T00:00:00.000Z')");
  db.close();
  for (const use of ['prepare', 'open', 'administer', 'pending'] as const) {
    await expect(accounts[use]()).rejects.toThrow(/newer version of this service ran 9999-later/);
  }
});

test('the files contain a key only as a hash', async () => {
  const root = temporaryDirectory();
  const accounts = await openAccounts(createSqliteDataStore(root));
  const { key } = await accountWith(accounts, { limit: 1 });
  await accounts.admit('ann', key, '192.0.2.1');
  await accounts.admit('ann', `${key}x`, '192.0.2.1');
  const files = ['accounts.sqlite', 'accounts.sqlite-wal', 'accounts.sqlite-shm'];
  const text = files.map((file) => readFileSync(join(root, file), 'latin1')).join('');
  expect(text).toContain('ann');
  expect(leaks(text, [key])).toBe(false);
});
