import { spawn, spawnSync } from 'node:child_process';
import { once } from 'node:events';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';

/** A copy of this package whose document is the small one of the fixtures. */
let folder: string;
let document: string;

beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'spec-'));
  for (const part of ['build.ts', 'redocly.yaml', 'package.json']) {
    cpSync(join(import.meta.dirname, part), join(folder, part), { recursive: true });
  }
  symlinkSync(join(import.meta.dirname, 'node_modules'), join(folder, 'node_modules'));
  document = readFileSync(join(import.meta.dirname, '../packages/selectors/fixtures/action/openapi.yaml'), 'utf8');
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

/** Builds the document; undefined removes it first. */
function build(content: string | undefined): { status: number | null; stderr: string } {
  if (content === undefined) rmSync(join(folder, 'openapi.yaml'));
  else writeFileSync(join(folder, 'openapi.yaml'), content);
  return spawnSync(process.execPath, [join(folder, 'build.ts')], { encoding: 'utf8' });
}
const dist = () =>
  Object.fromEntries(
    readdirSync(join(folder, 'dist')).map((file) => [file, readFileSync(join(folder, 'dist', file), 'utf8')]),
  );
const unfinished = () => readdirSync(folder).filter((file) => file.startsWith('.dist-'));

test('a document is bundled and projected into dist', () => {
  expect(build(document)).toMatchObject({ status: 0, stderr: '' });
  expect(Object.keys(dist()).sort()).toEqual([
    'openapi.json',
    'openapi.yaml',
    'operation-table.json',
    'operations.json',
  ]);
});

test.each([
  ['is missing', () => undefined, 'spec/openapi.yaml is missing'],
  ['is no YAML', () => document.replace('paths:', 'paths: ]'), 'cannot be bundled'],
  ['refers to nothing', () => document.replace(/schemas\/Words(?=["'])/, 'schemas/None'), 'schemas/None'],
  [
    'is of another kind',
    () => document.replace('ShelfNumber: { type: integer', 'ShelfNumber: { type: array'),
    'expected a schema of type string or integer',
  ],
])('a document that %s leaves dist as it was and says so', (_, content, message) => {
  const before = dist();
  const { status, stderr } = build(content());
  expect(status).toBe(1);
  expect(stderr).toContain(message);
  expect(stderr).not.toMatch(/^\s+at /m);
  expect(dist()).toEqual(before);
  expect(unfinished()).toEqual([]);
});

test.each(['SIGINT', 'SIGTERM'] as const)('a build that is stopped by %s leaves nothing behind', async (signal) => {
  const before = dist();
  writeFileSync(join(folder, 'openapi.yaml'), document);
  const child = spawn(process.execPath, [join(folder, 'build.ts')], { stdio: 'ignore' });
  const ended = once(child, 'exit');
  await expect.poll(unfinished).toEqual([`.dist-${child.pid}`]);
  child.kill(signal);
  expect(await ended).toEqual([signal === 'SIGINT' ? 130 : 143, null]);
  expect(unfinished()).toEqual([]);
  expect(dist()).toEqual(before);
});

test('what a killed build left is removed, what a running one has is not', () => {
  const { pid: ended } = spawnSync(process.execPath, ['--version']);
  const [leftover, running] = [join(folder, `.dist-${ended}`), join(folder, `.dist-${process.pid}`)];
  for (const place of [leftover, running]) mkdirSync(place);
  expect(build(document).status).toBe(0);
  expect(existsSync(leftover)).toBe(false);
  expect(existsSync(running)).toBe(true);
  rmSync(running, { recursive: true });
});
