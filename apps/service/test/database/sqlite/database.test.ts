import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpLater, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { type Kysely, sql } from 'kysely';
import { expect, test } from 'vitest';
import { kyselyOver } from '../../../src/database/sqlite/dialect.ts';
import { type Migrations, migrate, pendingMigrations } from '../../../src/database/sqlite/migrate.ts';
import { openDatabase } from '../../../src/database/sqlite/open-database.ts';
import { writeTransaction } from '../../../src/database/sqlite/transactions.ts';

interface Tables {
  thing: { id: number; name: string | null; bytes: Uint8Array | null };
}

const migrations: Migrations = {
  '0001-thing': {
    up: (db: Kysely<Tables>) =>
      db.schema
        .createTable('thing')
        .addColumn('id', 'integer', (column) => column.primaryKey())
        .addColumn('name', 'text')
        .addColumn('bytes', 'blob')
        .execute(),
  },
};

function temp(file = 'a.sqlite') {
  const path = join(temporaryDirectory(), file);
  return { path, open: () => opened(path) };
}

function opened(path: string, options = {}) {
  const db = openDatabase(path, options);
  cleanUpLater(() => db.isOpen && db.close());
  return db;
}

test('a database is durable at every commit and lets readers read while it is written', () => {
  const db = temp().open();
  expect(db.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
  expect(db.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
  expect(db.prepare('PRAGMA foreign_keys').get()).toMatchObject({ foreign_keys: 1 });
});

test('a file of another kind, a missing directory and a missing file are different errors', () => {
  const { path } = temp('garbage');
  writeFileSync(path, 'x'.repeat(10_000));
  expect(() => openDatabase(path)).toThrow(expect.objectContaining({ reason: 'damaged', location: path }));
  expect(() => openDatabase(path, { readOnly: true })).toThrow(/Restore it from a backup/);
  expect(() => openDatabase(`${path}/none`)).toThrow(expect.objectContaining({ reason: 'unreadable' }));
  expect(() => openDatabase(`${path}-none`, { readOnly: true })).toThrow(/cannot be opened/);
});

test('a migration runs once, in the order of names, and what is pending is known', async () => {
  const db = temp().open();
  const later: Migrations = {
    '0002-name': { up: (k: Kysely<Tables>) => k.schema.createIndex('by_name').on('thing').column('name').execute() },
    ...migrations,
  };
  expect(pendingMigrations(db, later)).toEqual(['0001-thing', '0002-name']);
  expect(await migrate(db, migrations)).toEqual(['0001-thing']);
  expect(pendingMigrations(db, later)).toEqual(['0002-name']);
  expect(await migrate(db, later)).toEqual(['0002-name']);
  expect(await migrate(db, later)).toEqual([]);
});

test('migrations that several processes run at once run once', async () => {
  const root = join(temporaryDirectory(), 'data');
  const child = join(import.meta.dirname, 'prepare-child.ts');
  const outcomes = await Promise.all([1, 2, 3].map(() => run(child, [root])));
  expect(outcomes.flatMap(({ out }) => JSON.parse(out))).toEqual(['0001-accounts', '0002-operations']);
});

test('a migration that fails leaves nothing behind, not even of those before it', async () => {
  const db = temp().open();
  const failing: Migrations = {
    ...migrations,
    '0002-wrong': { up: async (k: Kysely<Tables>) => void (await sql`no sql`.execute(k)) },
  };
  await expect(migrate(db, failing)).rejects.toThrow(/syntax error/);
  expect(db.prepare('SELECT name FROM sqlite_schema').all()).toEqual([]);
  expect(db.isTransaction).toBe(false);
  expect(await migrate(db, migrations)).toEqual(['0001-thing']);
});

test('a file that a newer version wrote is refused and stays as it is', async () => {
  const db = temp().open();
  await migrate(db, migrations);
  await expect(migrate(db, {})).rejects.toThrow(/newer version of this service, which ran 0001-thing/);
});

test('queries that Kysely builds read and write what node:sqlite stores', async () => {
  const db = temp().open();
  await migrate(db, migrations);
  const kysely = kyselyOver<Tables>(db);
  const row = { id: 7, name: 'ГАЗ', bytes: new Uint8Array([0, 255]) };
  expect(await kysely.insertInto('thing').values(row).returningAll().executeTakeFirst()).toEqual(row);
  const changed = await kysely.updateTable('thing').set({ name: null }).where('id', '=', 7).executeTakeFirst();
  expect(changed.numUpdatedRows).toBe(1n);
  expect(await kysely.selectFrom('thing').selectAll().execute()).toEqual([{ ...row, name: null }]);
  const streamed = [];
  for await (const one of kysely.selectFrom('thing').select('id').stream()) streamed.push(one.id);
  expect(streamed).toEqual([7]);
});

test('transactions of one connection wait for each other, and a failed one changes nothing', async () => {
  const db = temp().open();
  await migrate(db, migrations);
  const kysely = kyselyOver<Tables>(db);
  const add = (id: number, fail: boolean) =>
    kysely.transaction().execute(async (transaction) => {
      await transaction.insertInto('thing').values({ id, name: null, bytes: null }).execute();
      await new Promise((resolve) => setImmediate(resolve));
      if (fail) throw new Error('no');
    });
  const results = await Promise.allSettled([add(1, false), add(2, true), add(3, false)]);
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
  expect(await kysely.selectFrom('thing').select('id').execute()).toEqual([{ id: 1 }, { id: 3 }]);
});

test('a transaction holds the write lock from its beginning', async () => {
  const { open } = temp();
  const [one, other] = [open(), open()];
  await migrate(one, migrations);
  other.exec('PRAGMA busy_timeout = 10');
  await kyselyOver<Tables>(one)
    .transaction()
    .execute(async () => {
      expect(() => writeTransaction(other, () => 1)).toThrow(expect.objectContaining({ reason: 'locked' }));
    });
  expect(writeTransaction(other, () => 1)).toBe(1);
});

test('on a full disk the transaction changes nothing and the error says what to do', async () => {
  const db = temp().open();
  await migrate(db, migrations);
  const kysely = kyselyOver<Tables>(db);
  const big = { id: 1, name: null, bytes: new Uint8Array(1_000_000) };
  db.exec('PRAGMA max_page_count = 20');
  await expect(kysely.insertInto('thing').values(big).execute()).rejects.toMatchObject({ reason: 'full' });
  const insert = () => db.prepare('INSERT INTO thing VALUES (2, NULL, ?)').run(big.bytes);
  expect(() => writeTransaction(db, insert)).toThrow(/no room left to write.*Make room/);
  expect(db.isTransaction).toBe(false);
  expect(await kysely.selectFrom('thing').selectAll().execute()).toEqual([]);
});
