import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Migrations } from '../../src/database/migrations.ts';
import { accountMigrations as ofPostgres } from '../../src/database/postgres/migrations.ts';
import { accountMigrations as ofSqlite } from '../../src/database/sqlite/tables.ts';

const source = join(import.meta.dirname, '../../src');

/** Returns a hash that ignores comments and whitespace, because the SQL of a migration may be in a file that ends with a line break. */
const hashOf = (sql: string): string => {
  const text = sql
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(') ;', ');')
    .trim();
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
};

/** Hashes of the released migrations. For a new migration, add a line. A changed line would break existing databases. */
const RELEASED = {
  'postgres 0001-tables': 'b5313f238da08acf',
  'sqlite 0001-tables': '9026422fe815b06a',
};

test('released migrations do not change', () => {
  const hashes = (engine: string, migrations: Migrations) =>
    Object.entries(migrations).map(([name, statements]) => [`${engine} ${name}`, hashOf(statements.join(';\n'))]);
  expect(Object.fromEntries([...hashes('postgres', ofPostgres), ...hashes('sqlite', ofSqlite)])).toEqual(RELEASED);
});

test('every SQL file is part of a migration', () => {
  const statements = Object.values(ofPostgres).flat().map(hashOf);
  const files = globSync('**/*.sql', { cwd: source });
  expect(files.filter((file) => !statements.includes(hashOf(readFileSync(join(source, file), 'utf8'))))).toEqual([]);
});
