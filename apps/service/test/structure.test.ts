import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { main } from './support/service.ts';

const source = join(import.meta.dirname, '../../src');

test('no file outside src/stores mentions SQLite, but for the reader of vPIC, whose data are such a file', () => {
  const isOther = (file: string) => !file.startsWith('stores/') && !file.startsWith('import/vpic/');
  const files = globSync('**/*.ts', { cwd: source }).filter(isOther);
  expect(files.length).toBeGreaterThan(30);
  expect(files.filter((file) => /sqlite/i.test(readFileSync(join(source, file), 'utf8')))).toEqual([]);
});

test('of the stores, only the choice of the implementation mentions SQLite outside its directory', () => {
  const files = globSync('stores/**/*.ts', { cwd: source }).filter((file) => !file.startsWith('stores/sqlite/'));
  const naming = files.filter((file) => /sqlite/i.test(readFileSync(join(source, file), 'utf8')));
  expect(naming).toEqual(['stores/open-data-store.ts']);
});

test('only src/stores/postgres imports the driver of PostgreSQL', () => {
  const files = globSync('**/*.ts', { cwd: source }).filter((file) => !file.startsWith('stores/postgres/'));
  expect(files.filter((file) => /from 'pg'/.test(readFileSync(join(source, file), 'utf8')))).toEqual([]);
});

test('without DATABASE_URL nothing of PostgreSQL is loaded', async () => {
  const listLoaded = `
    import { registerHooks } from 'node:module';
    import { writeSync } from 'node:fs';
    registerHooks({
      load: (url, context, next) => {
        writeSync(2, url + '\\n');
        // There is no engine to wait for.
        if (url.includes('stores/postgres')) process.exit();
        return next(url, context);
      },
    });`;
  const preload = `data:text/javascript,${encodeURIComponent(listLoaded)}`;
  const args = ['account', 'create', '--user', 'ann', '--plan', 'free', '--data-dir', temporaryDirectory()];
  const load = async (env: Record<string, string>) =>
    (await runCommand([process.execPath, '--import', preload, main, ...args], { env })).err;
  const isOfPostgres = /stores\/postgres|node_modules\/pg[/-]/;
  const without = await load({});
  expect(without).toContain('stores/sqlite/data-store.ts');
  expect(without).not.toMatch(isOfPostgres);
  expect(await load({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })).toMatch(isOfPostgres);
});
