import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { createPostgresDataStore } from '../../src/data-store/postgres/data-store.ts';
import { openDatabase } from '../../src/database/postgres/database.ts';
import { LOCKOUT_RULES } from '../../src/limits/admission.ts';
import { createPostgresAdmission } from '../../src/limits/postgres-admission.ts';
import { administer, newDatabase, testServer } from '../support/postgresql.ts';

const server = await testServer();

test('a flood of invalid keys stores a limited number of pairs and does not remove a locked pair', async () => {
  const url = await newDatabase(server);
  await createPostgresDataStore(temporaryDirectory(), { url }).accounts.prepare();
  await using database = openDatabase(url);
  let time = 1_800_000_000_000;
  const { admit } = createPostgresAdmission(database, {
    now: () => time++,
    rules: { ...LOCKOUT_RULES, wrongKeys: 2, pairs: 50 },
  });
  const wrong = (user: string) => admit(user, 'wrong', '192.0.2.1');
  for (let attempt = 0; attempt < 2; attempt++) await wrong('locked');
  for (let user = 0; user < 300; user++) await wrong(`invented-${user}`);
  const rows = await administer(url, 'select pair from lock_out');
  expect(rows.length).toBeLessThan(60);
  expect(JSON.stringify(rows)).not.toContain('invented');
  expect(await wrong('locked')).toEqual({ outcome: 'locked-out', retryAfterSeconds: expect.any(Number) });
});
