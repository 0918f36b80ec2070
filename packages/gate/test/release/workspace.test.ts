import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { bumpBetween, highestVersion, neededBump } from '../../src/release/version.ts';
import { workspacePackages } from '../../src/release/workspace.ts';
import { directoryWith, write } from '../support/gate.ts';

const named = (name: string) => JSON.stringify({ name });
const PACKAGES = {
  'package.json': JSON.stringify({
    name: 'all',
    version: '1.0.0',
    private: true,
    workspaces: ['packages/**', '!**/old'],
  }),
  'packages/one/package.json': named('one'),
  'packages/group/two/package.json': named('two'),
  'packages/group/old/package.json': named('old'),
};

test.each([
  ['npm', 'package-lock.json', '{}'],
  ['pnpm', 'pnpm-workspace.yaml', "packages: ['packages/**', '!**/old']\n"],
])('the packages of a workspace with %s are found at any depth, except for excluded packages', (_, file, text) => {
  const root = directoryWith({ ...PACKAGES, [file]: text });
  expect(workspacePackages(root).map(({ directory, name }) => [directory, name])).toEqual([
    ['', 'all'],
    ['packages/group/two', 'two'],
    ['packages/one', 'one'],
  ]);
});

test('a repository without a workspace has one package, and a repository without a manifest has none', () => {
  const root = directoryWith({ ...PACKAGES, 'package-lock.json': '{}', 'vendor/own/package.json': named('own') });
  expect(workspacePackages(join(root, 'vendor/own')).map(({ name }) => name)).toEqual(['own']);
  rmSync(join(root, 'package.json'));
  expect(workspacePackages(root)).toEqual([]);
});

test.each([
  ['with one package', { private: true }, ['']],
  ['with a workspace', { workspaces: ['packages/*'] }, ['', 'one']],
])('the root package of a repository %s does not need a name', (_, manifest, names) => {
  const member = 'workspaces' in manifest ? { 'packages/one/package.json': named('one') } : {};
  const root = directoryWith({ 'package.json': JSON.stringify(manifest), 'package-lock.json': '{}', ...member });
  expect(workspacePackages(root).map(({ name }) => name)).toEqual(names);
});

test('the error message for a package without a name contains its directory', () => {
  const root = directoryWith({ ...PACKAGES, 'package-lock.json': '{}' });
  write(root, { 'packages/one/package.json': '{}' });
  expect(() => workspacePackages(root)).toThrow(/cannot be read .*packages\/one\/package\.json\); correct/);
});

test.each([
  ['1.2.3', '2.0.0', 'major'],
  ['0.9.0', '0.10.0', 'minor'],
  ['1.0.0', '1.0.1', 'patch'],
  ['1.0.0', '1.1.0-rc.1', 'minor'],
  ['1.1.0', '1.1.0', undefined],
  ['1.1.0', '1.0.9', undefined],
])('the bump from %s to %s is %s', (from, to, part) => {
  expect(bumpBetween(from, to)).toBe(part);
});

test.each([
  ['0.9.1', 'minor'],
  ['0.10.0-rc.1', 'minor'],
  ['10.0.0', 'major'],
])('a breaking change after version %s requires a %s bump', (version, bump) => {
  expect(neededBump('major', version)).toBe(bump);
});

test('versions are compared numerically, and a release is higher than its pre-releases', () => {
  expect(highestVersion(['1.9.0', '1.10.0', '1.10.0-rc.2', 'latest'])).toBe('1.10.0');
});
