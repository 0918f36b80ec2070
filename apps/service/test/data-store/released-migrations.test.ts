import { createHash } from 'node:crypto';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { accountMigrations as ofInstances } from '../../src/data-store/postgres/account-migrations.ts';
import { accountMigrations } from '../../src/data-store/sqlite/account-migrations.ts';

const source = join(import.meta.dirname, '../../src');

/** Comments and blanks may change: the tables of a migration may be in a file, which ends with a line break. */
const hashOf = (sql: string): string => {
  const text = sql
    .replaceAll(/^--.*$/gm, '')
    .replaceAll(/\s+/g, ' ')
    .replaceAll(') ;', ');')
    .trim();
  return createHash('sha256').update(text).digest('hex').slice(0, 16);
};

/** A new migration, or a new file, is a new line. A changed line breaks the data of those who run this already. */
const RELEASED = {
  '0002-expand-catalogues': '70c1721a7b62e169',
  '0003-expand-switches': 'e1c3a52165fb72fe',
  '0004-expand-audit': 'aa9a77e25ae87790',
  '0001-expand-accounts': '9d74b874587e6c78',
  '0001-accounts': '49d103dd8f108147',
  '0002-operations': 'a240eb0f8bf82aff',
  '0003-expand-audit': '482b05fda29c69c8',
  'accounts/tables.sql': 'ba7ea40a7f30fb42',
  'limits/admit.sql': '51829ad36794abb9',
  'limits/hit-burst.sql': 'a278804a22067dea',
  'limits/prune-lockout.sql': 'a3a5b4e82b0b8b70',
  'limits/tables.sql': 'ea793a07a036818b',
  'quota/charge.sql': '35a60bb086ca3a6a',
  'quota/prune-usage.sql': '99583134cca61d02',
  'quota/tables.sql': '413d2aaac170909f',
  'quota/usage-of-days.sql': '91dbc68750c7a3b1',
  'quota/window-start.sql': '5619b961f2fbe5d4',
};

test('what a release has run is not changed', () => {
  const migrations = Object.entries({ ...accountMigrations, ...ofInstances });
  const files = globSync('**/*.sql', { cwd: source });
  expect(
    Object.fromEntries([
      ...migrations.map(([name, statements]) => [name, hashOf(statements.join(';\n'))]),
      ...files.map((file) => [file, hashOf(readFileSync(join(source, file), 'utf8'))]),
    ]),
  ).toEqual(RELEASED);
});
