import { globSync, readFileSync } from 'node:fs';
import { join, relative, resolve } from 'node:path';
import { runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { main } from './support/service.ts';

const root = join(import.meta.dirname, '..');
const source = join(root, 'src');
const files = globSync('**/*.ts', { cwd: source }).map((file) => ({
  file,
  text: readFileSync(join(source, file), 'utf8'),
}));
const directoryOf = (file: string): string => (file.includes('/') ? (file.split('/')[0] ?? '') : '');

/** The directories in the order of the table in README, lowest layer first. */
const order = [...readFileSync(join(root, 'README.md'), 'utf8').matchAll(/^\| `src\/([a-z-]+)` /gm)].map(
  ([, directory]) => directory ?? '',
);

/** Returns the service files that a file imports, relative to `src`. */
function importsOf({ file, text }: { file: string; text: string }): string[] {
  const specifiers = [...text.matchAll(/(?:from|import\() ?'(\.[^']+)'/g)].map(([, specifier = '']) => specifier);
  return specifiers.map((specifier) => relative(source, resolve(source, file, '..', specifier)));
}

/** Returns imports from a directory that README lists below the importing directory. */
const upward = (sources: typeof files): string[] =>
  sources.flatMap((one) =>
    importsOf(one)
      .filter((target) => order.indexOf(directoryOf(target)) > order.indexOf(directoryOf(one.file)))
      .map((target) => `${one.file} imports ${target}`),
  );

/** Returns the circular imports, direct or indirect. */
function circles(sources: typeof files): string[] {
  const imports = new Map(sources.map((one) => [one.file, importsOf(one)]));
  const done = new Set<string>();
  const visit = (file: string, path: readonly string[]): string[] => {
    if (path.includes(file)) return [[...path.slice(path.indexOf(file)), file].join(' -> ')];
    if (done.has(file)) return [];
    const found = (imports.get(file) ?? []).flatMap((target) => visit(target, [...path, file]));
    done.add(file);
    return found;
  };
  return [...imports.keys()].flatMap((file) => visit(file, []));
}

test('README lists every source directory above the directories that import it', () => {
  const directories = new Set(files.map(({ file }) => directoryOf(file)).filter(Boolean));
  expect(order.toSorted()).toEqual([...directories].sort());
  const inDirectories = files.filter(({ file }) => directoryOf(file) !== '');
  expect(upward(inDirectories)).toEqual([]);
});

test('there are no circular imports', () => {
  expect(circles(files)).toEqual([]);
});

test('both import checks detect violations', () => {
  const high = { file: 'quota/a.ts', text: "import { b } from '../limits/b.ts';" };
  const low = { file: 'limits/b.ts', text: "await import('../quota/a.ts');" };
  expect(upward([high, low])).toEqual(['quota/a.ts imports limits/b.ts']);
  expect(circles([high, low])).toEqual(['quota/a.ts -> limits/b.ts -> quota/a.ts']);
});

test('no directory contains more than 40 % of the lines', () => {
  const lines = ({ text }: { text: string }) => text.split('\n').length - 1;
  const all = files.reduce((sum, file) => sum + lines(file), 0);
  for (const directory of order) {
    const own = files.filter(({ file }) => directoryOf(file) === directory);
    expect(own.reduce((sum, file) => sum + lines(file), 0) / all, directory).toBeLessThan(0.4);
  }
});

const filesWith = (text: RegExp, allowed: RegExp): string[] =>
  files.filter((one) => text.test(one.text) && !allowed.test(one.file)).map(({ file }) => file);

test('only database/postgres imports the PostgreSQL driver', () => {
  expect(filesWith(/from 'pg'/, /^database\/postgres\//)).toEqual([]);
});

test('above the data store, SQLite is mentioned only in files named after SQLite', () => {
  // Catalogues and the published vPIC data are always SQLite files.
  expect(filesWith(/sqlite/i, /^(database|data-directory|catalogue|doctor|data-store|vpic)\/|\/sqlite-/)).toEqual([]);
});

test('PostgreSQL code is not loaded without DATABASE_URL', async () => {
  const listLoaded = `
    import { registerHooks } from 'node:module';
    import { writeSync } from 'node:fs';
    registerHooks({
      load: (url, context, next) => {
        writeSync(2, url + '\\n');
        // The test does not wait for a database, because none is running.
        if (url.includes('data-store/postgres')) process.exit();
        return next(url, context);
      },
    });`;
  const preload = `data:text/javascript,${encodeURIComponent(listLoaded)}`;
  const args = ['account', 'create', '--user', 'ann', '--plan', 'free', '--data-dir', temporaryDirectory()];
  const load = async (env: Record<string, string>) =>
    (await runCommand([process.execPath, '--import', preload, main, ...args], { env })).err;
  const isOfPostgres = /src\/\S*postgres|catalogue\/shared|node_modules\/pg[/-]/;
  const without = await load({});
  expect(without).toContain('data-store/sqlite/data-store.ts');
  expect(without).not.toMatch(isOfPostgres);
  expect(await load({ DATABASE_URL: 'postgresql://nobody@127.0.0.1:1/none' })).toMatch(isOfPostgres);
});
