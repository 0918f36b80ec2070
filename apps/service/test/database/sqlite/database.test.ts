import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { cleanUpLater, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import type { Migrations } from '../../../src/database/migrations.ts';
import { openDatabase, runQuery, writeTransaction } from '../../../src/database/sqlite/database.ts';
import { migrate, pendingMigrations } from '../../../src/database/sqlite/migrate.ts';

const migrations: Migrations = {
  '0001-thing': ['create table thing (id integer primary key, name text, bytes blob)'],
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

test('a migration runs once, in the order of names, and what is pending is known', () => {
  const db = temp().open();
  const later: Migrations = {
    '0002-name': ['create index by_name on thing (name)'],
    ...migrations,
  };
  expect(pendingMigrations(db, later)).toEqual(['0001-thing', '0002-name']);
  expect(migrate(db, migrations)).toEqual(['0001-thing']);
  expect(pendingMigrations(db, later)).toEqual(['0002-name']);
  expect(migrate(db, later)).toEqual(['0002-name']);
  expect(migrate(db, later)).toEqual([]);
});

test('migrations that several processes run at once run once', async () => {
  const root = join(temporaryDirectory(), 'data');
  const child = join(import.meta.dirname, 'prepare-child.ts');
  const outcomes = await Promise.all([1, 2, 3].map(() => run(child, [root])));
  expect(outcomes.flatMap(({ out }) => JSON.parse(out))).toEqual([
    '0001-accounts',
    '0002-operations',
    '0003-expand-audit',
  ]);
});

test('a migration that fails leaves nothing behind, not even of those before it', () => {
  const db = temp().open();
  const failing: Migrations = {
    ...migrations,
    '0002-wrong': ['create index by_name on thing (name)', 'no sql'],
  };
  expect(() => migrate(db, failing)).toThrow(/syntax error/);
  expect(db.prepare('SELECT name FROM sqlite_schema').all()).toEqual([]);
  expect(db.isTransaction).toBe(false);
  expect(migrate(db, migrations)).toEqual(['0001-thing']);
});

test('a file that a newer version wrote is rejected and stays as it is', () => {
  const db = temp().open();
  migrate(db, migrations);
  expect(() => migrate(db, {})).toThrow(/newer version of this service, which ran 0001-thing/);
});

test('a file whose migrations Kysely ran gets only those that are missing', () => {
  const db = temp().open();
  // As Kysely 0.29.9 makes them; it has run our tables in the same way.
  db.exec(`CREATE TABLE "kysely_migration" ("name" varchar(255) not null primary key, "timestamp" varchar(255) not null);
    CREATE TABLE "kysely_migration_lock" ("id" varchar(255) not null primary key, "is_locked" integer default 0 not null);
    INSERT INTO kysely_migration VALUES ('0001-thing', '2026-11-20T00:00:00.000Z');
    INSERT INTO kysely_migration_lock VALUES ('migration_lock', 0);
    CREATE TABLE thing (id integer primary key, name text, bytes blob)`);
  expect(migrate(db, { ...migrations, '0002-name': ['create index by_name on thing (name)'] })).toEqual(['0002-name']);
  expect(runQuery(db, 'SELECT name FROM kysely_migration')).toEqual([{ name: '0001-thing' }, { name: '0002-name' }]);
});

test('a query returns its rows by column, with the values that were stored', () => {
  const db = temp().open();
  migrate(db, migrations);
  const row = { id: 7, name: 'ГАЗ', bytes: new Uint8Array([0, 255]) };
  expect(runQuery(db, 'insert into thing values (?, ?, ?) returning *', row.id, row.name, row.bytes)).toEqual([row]);
  expect(runQuery(db, 'update thing set name = null')).toEqual([]);
  expect(runQuery(db, 'select * from thing')).toEqual([{ ...row, name: null }]);
});

test('a transaction that fails changes nothing, and the next one works', () => {
  const db = temp().open();
  migrate(db, migrations);
  const add = (id: number) => void db.prepare('INSERT INTO thing (id) VALUES (?)').run(id);
  const failing = () => {
    add(1);
    throw new Error('no');
  };
  expect(() => writeTransaction(db, failing)).toThrow('no');
  expect(db.isTransaction).toBe(false);
  writeTransaction(db, () => add(2));
  expect(runQuery(db, 'select id from thing')).toEqual([{ id: 2 }]);
});

test('a transaction holds the write lock from its beginning', () => {
  const { open } = temp();
  const [one, other] = [open(), open()];
  migrate(one, migrations);
  other.exec('PRAGMA busy_timeout = 10');
  writeTransaction(one, () => {
    expect(() => writeTransaction(other, () => 1)).toThrow(expect.objectContaining({ reason: 'locked' }));
  });
  expect(writeTransaction(other, () => 1)).toBe(1);
});

test('on a full disk the transaction changes nothing and the error says what to do', () => {
  const db = temp().open();
  migrate(db, migrations);
  const bytes = new Uint8Array(1_000_000);
  db.exec('PRAGMA max_page_count = 20');
  const add = 'INSERT INTO thing VALUES (2, NULL, ?)';
  expect(() => runQuery(db, add, bytes)).toThrow(expect.objectContaining({ reason: 'full' }));
  const insert = () => db.prepare(add).run(bytes);
  expect(() => writeTransaction(db, insert)).toThrow(/no room left to write.*Make room/);
  expect(db.isTransaction).toBe(false);
  expect(runQuery(db, 'select * from thing')).toEqual([]);
});
