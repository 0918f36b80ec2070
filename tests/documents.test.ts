import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { commands, linkedPaths, quotedPaths, unknownPart } from './documents/markdown.ts';
import { sourceFiles, workspacePackages } from './support/repository.ts';

const packages = workspacePackages();
const read = (file: string) => readFileSync(join(root, file), 'utf8');
const documents = sourceFiles().filter((file) => file.endsWith('.md') && !/^\.changeset\/|CHANGELOG\.md$/.test(file));

/** The specification that the document implements. It is not part of the repository. */
const ELSEWHERE = ['interface-specification.md'];
/** The files that `--report-dir` writes. */
const WRITTEN = ['report.html', 'report.md', 'report.json', 'badge.json', 'metrics.prom'];

/** Reports whether a path exists in the document's directory, in its package or in the root. A bare file name may exist anywhere. */
function exists(path: string, document: string): boolean {
  const pattern = path.replaceAll(/<[^>]*>/g, '*');
  const isName = !pattern.replace(/\/$/, '').includes('/');
  const exclude = (name: string) => name.endsWith('node_modules');
  const found = (glob: string, directory: string) => globSync(glob, { cwd: join(root, directory), exclude }).length > 0;
  return (
    found(pattern, dirname(document)) ||
    found(pattern, packageOf(document)) ||
    found(isName ? `**/${pattern}` : pattern, '.') ||
    [...ELSEWHERE, ...WRITTEN].includes(path)
  );
}

const packageOf = (document: string): string =>
  packages.find(({ directory }) => directory !== '' && document.startsWith(`${directory}/`))?.directory ?? '.';

test('the standard documents exist', () => {
  expect(documents).toEqual(expect.arrayContaining(['ARCHITECTURE.md', 'CONTRIBUTING.md', 'README.md']));
});

describe.each(documents)('%s', (document) => {
  const text = read(document);

  test('links only to files that exist', () => {
    const missing = linkedPaths(text).filter(({ text: path }) => !exists(path, document));
    expect(missing.map(({ text: path, line }) => `${document}:${line}: ${path}`)).toEqual([]);
  });

  test('names only paths that exist', () => {
    const paths = quotedPaths(text, (directory) => existsSync(join(root, directory)));
    const missing = paths.filter(({ text: path }) => !exists(path, document));
    expect(missing.map(({ text: path, line }) => `${document}:${line}: ${path}`)).toEqual([]);
  });

  test('shows only commands that exist', () => {
    const missing = commands(text).flatMap(({ text: command, line }) => {
      const unknown = unknownPart(command, root, packages);
      return unknown ? [`${document}:${line}: ${command}: ${unknown}`] : [];
    });
    expect(missing).toEqual([]);
  });
});

describe('the root', () => {
  const [manifest] = packages;
  const scripts = Object.keys(manifest?.scripts ?? {});

  test('has eight scripts, each a verb', () => {
    expect(scripts).toEqual(['start', 'build', 'generate', 'lint', 'test', 'contract', 'bench', 'release']);
  });

  test('has every script and every package explained in the README', () => {
    const readme = read('README.md');
    const explained = [...readme.matchAll(/^\| `pnpm (\w+)`/gm)].map(([, script]) => script);
    expect(explained).toEqual(scripts);
    const directories = [...readme.matchAll(/^\| \[`([^`]+)`\]/gm)].map(([, directory]) => directory);
    expect(directories.sort()).toEqual(packages.flatMap(({ directory }) => directory || []).sort());
  });

  test('has a client README that names every operation', () => {
    const ids = sourceFiles().flatMap((file) => /^spec\/operations\/(\w+)\.yaml$/.exec(file)?.[1] ?? []);
    expect(ids).not.toEqual([]);
    const readme = read('packages/client/README.md');
    expect(ids.filter((id) => !readme.includes(`${id}(`))).toEqual([]);
  });

  test('shows the version of pnpm that package.json pins', () => {
    const { packageManager } = JSON.parse(read('package.json'));
    const shown = documents.flatMap((document) => read(document).match(/pnpm@[\d.]+/g) ?? []);
    expect([...new Set(shown)]).toEqual([packageManager]);
  });
});

describe('the document check', () => {
  test('finds links, paths and commands', () => {
    const text =
      'See [a](b/c.md#d), [e](https://f) and `g/<h>.ts`, `i.json`, `k/l`, `m/n`.\n```sh\npnpm frob   # why\n```\n`pnpm exec j`';
    expect(linkedPaths(text)).toEqual([{ text: 'b/c.md', line: 1 }]);
    const paths = quotedPaths(text, (directory) => directory === 'k');
    expect(paths.map((mention) => mention.text)).toEqual(['g/<h>.ts', 'i.json', 'k/l']);
    expect(commands(text)).toContainEqual({ text: 'pnpm frob', line: 3 });
    expect(commands(text)).toContainEqual({ text: 'pnpm exec j', line: 5 });
  });

  test('finds paths that do not exist', () => {
    expect(exists('spec/no-such-file.yaml', 'README.md')).toBe(false);
    expect(exists('spec/operations/<operationId>.yaml', 'README.md')).toBe(true);
    expect(exists('build.ts', 'spec/README.md')).toBe(true);
  });

  test.each([
    ['pnpm frob', 'the script frob'],
    ['npx --yes pnpm@1.2.3 frob', 'the script frob'],
    ['pnpm exec frob --help', 'the bin frob'],
    ['pnpm --filter @vehicle-lookup/spec frob', 'the script frob of @vehicle-lookup/spec'],
    ["pnpm --filter-prod '@vehicle-lookup/spec...' pack", undefined],
    ["pnpm --filter-prod '@vehicle-lookup/frob...' pack", "the script pack of '@vehicle-lookup/frob...'"],
    ['node no/such/file.ts', 'the file no/such/file.ts'],
    ['vehicle-lookup-frob verify', 'the bin vehicle-lookup-frob'],
    ['pnpm exec vehicle-lookup-mock --port 0', undefined],
    ['npx --yes pnpm@1.2.3 start', undefined],
    ['curl http://127.0.0.1', undefined],
  ])('finds the unknown part of `%s`', (command, unknown) => {
    expect(unknownPart(command, root, packages)).toBe(unknown);
  });
});
