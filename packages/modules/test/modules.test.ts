import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeAll, expect, test } from 'vitest';
import { loadModule, loadModules, moduleNames } from '../src/index.ts';

let directory: string;

beforeAll(() => {
  directory = temporaryDirectory();
  writeFileSync(join(directory, 'second.js'), 'export const value = 2;');
  writeFileSync(join(directory, 'first-one.ts'), 'export const value: number = 1;');
  for (const name of ['first-one.test.ts', 'second.d.ts', 'second.js.map', 'notes.md']) {
    writeFileSync(join(directory, name), 'this is not a module;');
  }
  mkdirSync(join(directory, 'shared'));
  writeFileSync(join(directory, 'shared/third.js'), 'export const value = 3;');
});

test('every module of a directory is loaded under its name, in the order of the names', async () => {
  const modules = await loadModules(directory);
  expect([...modules]).toEqual([
    ['first-one', expect.objectContaining({ value: 1 })],
    ['second', expect.objectContaining({ value: 2 })],
  ]);
});

test('declarations, tests, other files and subdirectories are not modules', () => {
  expect(moduleNames(directory)).toEqual(['first-one', 'second']);
});

test('one module is loaded by its name', async () => {
  expect(await loadModule(directory, 'second')).toMatchObject({ value: 2 });
  await expect(loadModule(directory, 'third')).rejects.toThrow('expected a module third, found none');
});
