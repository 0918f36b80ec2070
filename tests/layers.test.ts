import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { type BinName, bin, root } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { checkDependencies, checkImports, checkStarts, isNamed, readLayers } from './support/layers.ts';
import { sourceFiles, type WorkspacePackage, workspacePackages } from './support/repository.ts';

const layers = readLayers(readFileSync(join(root, 'ARCHITECTURE.md'), 'utf8'));
const packages = workspacePackages();
const files = sourceFiles().filter((file) => /\.[cm]?[jt]s$/.test(file));

describe('the repository', () => {
  const sources = files.map((file) => ({ file, text: readFileSync(join(root, file), 'utf8') }));

  test('has no upward import', () => {
    expect(checkImports(sources, layers, packages)).toEqual([]);
  });

  test('has no upward dependency', () => {
    expect(checkDependencies(layers, packages)).toEqual([]);
  });

  test('lists the programs that a package starts in devDependencies', () => {
    const names: BinName[] = ['cli', 'contract', 'docs', 'mock', 'service'];
    const directoryOf = (name: BinName) =>
      packages.find(({ directory }) => directory && bin(name, '.').startsWith(`${directory}/`));
    const directories = Object.fromEntries(names.map((name) => [name, directoryOf(name)?.directory ?? '']));
    expect(Object.values(directories)).not.toContain('');
    const starters = sources.filter(({ file }) => !file.startsWith('packages/testing/src/'));
    expect(checkStarts(starters, directories, packages)).toEqual([]);
  });

  test('the layers table has a row for every package, and every row matches files', () => {
    const directories = layers.flatMap((layer) => layer.directories);
    const unnamed = packages.filter(({ directory }) => directory !== '' && !directories.includes(directory));
    expect(unnamed.map(({ directory }) => directory)).toEqual([]);
    // A pattern may name files that do not exist yet.
    const named = directories.filter((directory) => !directory.includes('*'));
    expect(named.filter((directory) => !files.some((file) => isNamed(directory, file)))).toEqual([]);
  });
});

describe('the layer check', () => {
  const named = (directory: string, more: Partial<WorkspacePackage> = {}): WorkspacePackage => ({
    directory,
    name: `@made-up/${directory.split('/').at(-1)}`,
    isPrivate: false,
    scripts: {},
    bin: {},
    dependencies: [],
    devDependencies: [],
    ...more,
  });
  const table = readLayers(`## Layers
| directory | may import | must not |
|---|---|---|
| \`spec\` | nothing else | |
| \`packages/low\` | nothing else | \`node:*\`: pure |
| \`packages/high\` | \`packages/low\` | |
| \`packages/high/src\` without \`packages/high/src/files\` | nothing else | \`node:*\`, \`packages/high/src/files\`: pure |
| \`packages/*/generate*\` | \`spec\`, \`scripts\` | |
| \`apps/server\` | \`packages/*\` | |
| \`**/test\` | \`spec\` | |
`);
  const workspace = [
    named('spec'),
    named('packages/low', { devDependencies: ['@made-up/server'] }),
    named('packages/high', { dependencies: ['@made-up/low', 'elsewhere'] }),
    named('apps/server', { dependencies: ['@made-up/high'] }),
  ];
  const check = (file: string, text: string) => checkImports([{ file, text }], table, workspace);

  // The specifier is inserted, so that the check does not treat these sources as imports of this file.
  const forms: [string, (specifier: string) => string][] = [
    ['import', (specifier) => `import { a } from '${specifier}';`],
    ['import over several lines', (specifier) => `import {\n  a,\n} from '${specifier}';`],
    ['import of a type', (specifier) => `import type { A } from '${specifier}';`],
    ['bare import', (specifier) => `import '${specifier}';`],
    ['re-export', (specifier) => `export * from "${specifier}";`],
    ['dynamic import', (specifier) => `const a = await import('${specifier}');`],
    ['require', (specifier) => `const a = require('${specifier}');`],
    ['import.meta.resolve', (specifier) => `const a = import.meta.resolve('${specifier}');`],
  ];
  test.each(forms)('finds an upward %s', (_, source) => {
    const [finding, ...others] = check('packages/low/src/a.ts', `// first line\n${source('@made-up/high')}`);
    expect(finding).toBe('packages/low/src/a.ts:2: @made-up/high: may import nothing outside its package');
    expect(others).toEqual([]);
  });

  test.each(forms)('finds an upward %s with a relative path', (_, source) => {
    expect(check('packages/high/src/a.ts', source('../../../apps/server/src/b.ts'))).toEqual([
      'packages/high/src/a.ts:1: ../../../apps/server/src/b.ts: may import packages/low',
    ]);
  });

  test.each(forms)('allows a downward %s', (_, source) => {
    expect(check('packages/high/src/a.ts', source('@made-up/low'))).toEqual([]);
    expect(check('packages/high/src/a.ts', source('./b.ts'))).toEqual([]);
    expect(check('packages/high/src/a.ts', source('elsewhere'))).toEqual([]);
  });

  test('skips comments', () => {
    expect(check('packages/low/src/a.ts', `/*\n${forms[0]?.[1]('@made-up/high')}\n*/`)).toEqual([]);
  });

  test('forbids relative imports between published packages', () => {
    expect(check('packages/high/src/a.ts', `import '${'../../low/src/b.ts'}';`)).toEqual([
      'packages/high/src/a.ts:1: ../../low/src/b.ts: a published package must be imported by name',
    ]);
  });

  test('allows generators and tests the additional imports of their rows', () => {
    const [, source] = forms[0] ?? ['', String];
    expect(check('packages/low/generate.ts', source('../../scripts/write.ts'))).toEqual([]);
    expect(check('packages/low/generate/a.ts', source('@made-up/spec'))).toEqual([]);
    expect(check('packages/low/test/a.ts', source('../../../spec/b.ts'))).toEqual([]);
    expect(check('packages/low/test/a.ts', source('@made-up/server'))).toHaveLength(1);
  });

  test('forbids the imports in the third column, except in tests', () => {
    expect(check('packages/low/src/a.ts', `import '${'node:fs'}';`)).toEqual([
      'packages/low/src/a.ts:1: node:fs: must not import node:*',
    ]);
    expect(check('packages/low/test/a.ts', `import '${'node:fs'}';`)).toEqual([]);
  });

  test('forbids the imports of a row in its part of a package, but not in the excluded part', () => {
    expect(check('packages/high/src/a.ts', `import '${'node:fs'}';`)).toHaveLength(1);
    expect(check('packages/high/src/a.ts', `import '${'./files/b.ts'}';`)).toEqual([
      'packages/high/src/a.ts:1: ./files/b.ts: must not import packages/high/src/files',
    ]);
    expect(check('packages/high/src/files/b.ts', `import '${'node:fs'}';\nimport '${'../a.ts'}';`)).toEqual([]);
  });

  test('allows a test to resolve an app in devDependencies to start it', () => {
    const source = `require.resolve('${'@made-up/server'}/package.json')`;
    expect(check('packages/low/test/a.test.ts', source)).toEqual([]);
    expect(check('packages/high/test/a.test.ts', source)).toHaveLength(1);
    expect(check('packages/low/src/a.ts', source)).toHaveLength(1);
  });

  test('finds a started program that devDependencies do not list', () => {
    const start = (file: string) =>
      checkStarts([{ file, text: "run(bin('server'));" }], { server: 'apps/server' }, workspace);
    expect(start('packages/low/test/a.test.ts')).toEqual([]);
    expect(start('apps/server/test/a.test.ts')).toEqual([]);
    expect(start('packages/high/test/a.test.ts')).toEqual([
      'packages/high/test/a.test.ts: starts a program of @made-up/server, which @made-up/high does not list in devDependencies',
    ]);
  });

  test('reports a file without a row', () => {
    expect(check('tools/a.ts', '')).toEqual(['tools/a.ts: no row in the table of layers matches this file']);
  });

  test('finds an upward dependency, but allows devDependencies that tests start', () => {
    const low = named('packages/low', { dependencies: ['@made-up/high'], devDependencies: ['@made-up/server'] });
    expect(checkDependencies(table, workspace)).toEqual([]);
    expect(
      checkDependencies(table, [...workspace.filter(({ directory }) => directory !== low.directory), low]),
    ).toEqual(['packages/low/package.json: dependencies: @made-up/high: may list no workspace package']);
  });

  test('rejects a document without the table', () => {
    expect(() => readLayers('## Layers\n| a | b |\n|---|---|\n')).toThrow('expected a table with the columns');
  });
});
