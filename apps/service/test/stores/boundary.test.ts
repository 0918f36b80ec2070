import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';

const source = join(import.meta.dirname, '../../src');

test('no file outside src/stores mentions SQLite', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.startsWith('stores/'));
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => /sqlite/i.test(readFileSync(join(source, file), 'utf8')))).toEqual([]);
});

test('of the stores, only the choice of the implementation mentions SQLite outside its directory', () => {
  const files = globSync('stores/**/*.ts', { cwd: source }).filter((file) => !file.startsWith('stores/sqlite/'));
  const naming = files.filter((file) => /sqlite/i.test(readFileSync(join(source, file), 'utf8')));
  expect(naming).toEqual(['stores/open-data-store.ts']);
});
