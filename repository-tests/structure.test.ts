import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { cyclesIn, importGraph } from './structure/cycles.ts';
import { sourceFiles } from './support/repository.ts';

// All code of the repository: sources, generated files, tests, benches and examples.
const code = sourceFiles().filter((file) => /\.[cm]?[jt]s$/.test(file));

test('no import leads back to its file, imports of types included', () => {
  const sources = new Map(code.map((file) => [file, readFileSync(join(root, file), 'utf8')]));
  expect(cyclesIn(importGraph(sources))).toEqual([]);
});

test('a cycle is named by its path', () => {
  // The specifiers are inserted, so that these sources are not read as imports of this file.
  const importing = (...specifiers: string[]) =>
    specifiers.map((name) => `import type { A } from '${name}';`).join('\n');
  const sources = new Map([
    ['a/one.ts', importing('./two.ts', 'elsewhere')],
    ['a/two.ts', `export * from '${'../b/three.ts'}';`],
    ['b/three.ts', importing('../a/one.ts', './alone.ts')],
    ['b/alone.ts', ''],
  ]);
  expect(cyclesIn(importGraph(sources))).toEqual(['a/one.ts → a/two.ts → b/three.ts → a/one.ts']);
});
