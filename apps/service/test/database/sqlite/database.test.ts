import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { DatabaseSync } from 'node:sqlite';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { cleanUpLater, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test, vi } from 'vitest';
import { type Migrations, migrate, pendingMigrations } from '../../../src/database/migrations.ts';
import type { Sql } from '../../../src/database/sql.ts';
import { openDatabase, writeTransaction } from '../../../src/database/sqlite/database.ts';
import { sqliteSql } from '../../../src/database/sqlite/sql.ts';

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

test('a database is durable after each commit and can be read during writes', () => {
  const db = temp().open();
  expect(db.prepare('PRAGMA journal_mode').get()).toMatchObject({ journal_mode: 'wal' });
  expect(db.prepare('PRAGMA synchronous').get()).toMatchObject({ synchronous: 2 });
  expect(db.prepare('PRAGMA foreign_keys').get()).toMatchObject({ foreign_keys: 1 });
});

test('a file that is not a database, a missing directory and a missing file cause different errors', () => {
  const { path } = temp('garbage');
  writeFileSync(path, 'x'.repeat(10_000));
  expect(() => openDatabase(path)).toThrow(expect.objectContaining({ reason: 'damaged', location: path }));
  expect(() => openDatabase(path, { readOnly: true })).toThrow(/Restore it from a backup/);
  expect(() => openDatabase(`${path}/none`)).toThrow(expect.objectContaining({ reason: 'unreadable' }));
  expect(() => openDatabase(`${path}-none`, { readOnly: true })).toThrow(/cannot be opened/);
});

test('each migration runs once, in name order', async () => {
  const sql = sqliteSql(temp().open());
  const later: Migrations = {
    '0002-name': ['create index by_name on thing (name)'],
    ...migrations,
  };
  expect(await pendingMigrations(sql, later)).toEqual(['0001-thing', '0002-name']);
  expect(await migrate(sql, migrations)).toEqual(['0001-thing']);
  expect(await pendingMigrations(sql, later)).toEqual(['0002-name']);
  expect(await migrate(sql, later)).toEqual(['0002-name']);
  expect(await migrate(sql, later)).toEqual([]);
});

test('migrations run only once, even if several processes start them concurrently', async () => {
  const root = join(temporaryDirectory(), 'data');
  const child = join(import.meta.dirname, 'prepare-child.ts');
  const outcomes = await Promise.all([1, 2, 3].map(() => run(child, [root])));
  expect(outcomes.flatMap(({ out }) => JSON.parse(out))).toEqual(['0001-tables']);
});

test('a failed migration is rolled back together with the migrations before it', async () => {
  const sql = sqliteSql(temp().open());
  const failing: Migrations = {
    ...migrations,
    '0002-wrong': ['create index by_name on thing (name)', 'no sql'],
  };
  await expect(migrate(sql, failing)).rejects.toThrow(/syntax error/);
  expect(await sql.query('select name from sqlite_schema')).toEqual([]);
  expect(await migrate(sql, migrations)).toEqual(['0001-thing']);
});

test('a file from a newer version is rejected without changes', async () => {
  const sql = sqliteSql(temp().open());
  await migrate(sql, migrations);
  await expect(migrate(sql, {})).rejects.toThrow(/newer version of this service ran 0001-thing/);
});

test('changes through several connections of a process run sequentially without blocking the process', async () => {
  const { open } = temp();
  const [one, other] = [sqliteSql(open()), sqliteSql(open())];
  await migrate(one, migrations);
  const add = (sql: Sql) =>
    sql.change(async (sql) => {
      const [{ n } = { n: 0 }] = await sql.query<{ n: number }>('select count(*) as n from thing');
      await nextTurn();
      await sql.query('insert into thing (id) values ($1)', n + 1);
    });
  await Promise.all([add(one), add(other), add(one), add(other)]);
  expect(await one.query('select id from thing')).toHaveLength(4);
});

test('a change succeeds when its rows are durable, even if the following checkpoint fails', async () => {
  const sql = sqliteSql(temp().open());
  const { exec } = DatabaseSync.prototype;
  const mock = vi.spyOn(DatabaseSync.prototype, 'exec').mockImplementation(function (this: DatabaseSync, text) {
    if (text.includes('wal_checkpoint')) throw Object.assign(new Error('database or disk is full'), { errcode: 13 });
    exec.call(this, text);
  });
  expect(await migrate(sql, migrations)).toEqual(['0001-thing']);
  mock.mockRestore();
  expect(await pendingMigrations(sql, migrations)).toEqual([]);
});

/** Opens a database and creates a table in it. */
function withThing(open: () => ReturnType<typeof opened>) {
  const db = open();
  db.exec('create table thing (id integer primary key, name text, bytes blob)');
  return db;
}

test('a failed transaction is rolled back without affecting the next transaction', () => {
  const db = withThing(temp().open);
  const add = (id: number) => void db.prepare('INSERT INTO thing (id) VALUES (?)').run(id);
  const failing = () => {
    add(1);
    throw new Error('no');
  };
  expect(() => writeTransaction(db, failing)).toThrow('no');
  expect(db.isTransaction).toBe(false);
  writeTransaction(db, () => add(2));
  expect(db.prepare('select id from thing').all()).toEqual([{ id: 2 }]);
});

test('a transaction holds the write lock from the beginning', () => {
  const { open } = temp();
  const [one, other] = [withThing(open), open()];
  other.exec('PRAGMA busy_timeout = 10');
  writeTransaction(one, () => {
    expect(() => writeTransaction(other, () => 1)).toThrow(expect.objectContaining({ reason: 'locked' }));
  });
  expect(writeTransaction(other, () => 1)).toBe(1);
});

test('a transaction on a full disk is rolled back with the next step in the error', () => {
  const db = withThing(temp().open);
  const bytes = new Uint8Array(1_000_000);
  db.exec('PRAGMA max_page_count = 20');
  const add = 'INSERT INTO thing VALUES (2, NULL, ?)';
  const insert = () => db.prepare(add).run(bytes);
  expect(() => writeTransaction(db, insert)).toThrow(/no space left to write.*Free some space/);
  expect(db.isTransaction).toBe(false);
  expect(db.prepare('select * from thing').all()).toEqual([]);
});
