import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { type ProgramResult, run, start, temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';

const spec = join(import.meta.dirname, '..');
const document = readFileSync(join(spec, '../packages/openapi/fixtures/action/openapi.yaml'), 'utf8');

/** A copy of this package with the small fixture document. */
let directory: string;
const place = (name: string): string => join(directory, name);

beforeAll(() => {
  directory = temporaryDirectory();
  for (const part of ['build.ts', 'redocly.yaml', 'redocly.published.yaml', 'package.json'])
    cpSync(join(spec, part), place(part));
  symlinkSync(join(spec, 'node_modules'), place('node_modules'));
});

/** Writes and builds a document; undefined removes the document before the build. */
function build(content: string | undefined): Promise<ProgramResult> {
  if (content === undefined) rmSync(place('openapi.yaml'));
  else writeFileSync(place('openapi.yaml'), content);
  return run(place('build.ts'));
}
const dist = () =>
  Object.fromEntries(readdirSync(place('dist')).map((file) => [file, readFileSync(join(place('dist'), file), 'utf8')]));
const unfinished = () => readdirSync(directory).filter((file) => file.startsWith('.dist-'));

test('a valid document is bundled into dist together with all derived files', async () => {
  expect(await build(document)).toMatchObject({ code: 0, err: '' });
  expect(Object.keys(dist()).sort()).toEqual([
    'clauses.json',
    'clients.json',
    'openapi.json',
    'openapi.yaml',
    'operation-table.json',
    'operations.json',
    'specified.json',
  ]);
  const read = (name: string) => JSON.parse(dist()[name] ?? '');
  expect(Object.keys(read('operations.json').paths)).toEqual(['/findBooks', '/findAuthors', '/readShelf']);
  expect(read('operation-table.json')).toMatchObject({ path: '/library', credentials: ['token'] });
});

test.each([
  ['is missing', () => undefined, 'spec/openapi.yaml is missing'],
  ['is not YAML', () => document.replace('paths:', 'paths: ]'), 'cannot be bundled'],
  [
    'has a reference without a target',
    () => document.replace(/schemas\/Words(?=["'])/, 'schemas/None'),
    'schemas/None',
  ],
  [
    'has a parameter with an unsupported type',
    () => document.replace('ShelfNumber: { type: integer', 'ShelfNumber: { type: array'),
    'expected a schema of type string or integer',
  ],
  [
    'has an alternative without credentials in security',
    () => document.replace('  - token: []\n', '  - token: []\n  - {}\n'),
    'expected a credential outside the query in each alternative requirement, found none',
  ],
])('a document that %s is rejected with a message and does not change dist', async (_, content, message) => {
  const before = dist();
  const { code, err } = await build(content());
  expect(code).toBe(1);
  expect(err).toContain(message);
  expect(err).not.toMatch(/^\s+at /m);
  expect(dist()).toEqual(before);
  expect(unfinished()).toEqual([]);
});

/** Resolves when a build has created its temporary directory. */
function buildBegun(): Promise<void> {
  return new Promise((resolve) => {
    const watcher = watch(directory, (_, name) => {
      if (!name?.startsWith('.dist-')) return;
      watcher.close();
      resolve();
    });
  });
}

test.each([
  ['SIGINT', 130],
  ['SIGTERM', 143],
] as const)('a build that is stopped by %s removes its temporary directory', async (signal, expected) => {
  const before = dist();
  writeFileSync(place('openapi.yaml'), document);
  const begun = buildBegun();
  const program = start(place('build.ts'));
  await begun;
  expect(unfinished()).toEqual([`.dist-${program.child.pid}`]);
  expect(await program.stop(signal)).toMatchObject({ code: expected });
  expect(unfinished()).toEqual([]);
  expect(dist()).toEqual(before);
});

test('the directory of a killed build is removed, but the directory of a running build is kept', async () => {
  const { child, ended } = start('--version');
  await ended;
  const [leftover, running] = [place(`.dist-${child.pid}`), place(`.dist-${process.pid}`)];
  for (const one of [leftover, running]) mkdirSync(one);
  expect(await build(document)).toMatchObject({ code: 0 });
  expect(existsSync(leftover)).toBe(false);
  expect(existsSync(running)).toBe(true);
  rmSync(running, { recursive: true });
});
