import { execFileSync } from 'node:child_process';
import { cpSync, existsSync, globSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { workspacePackages } from '../support/repository.ts';
import { pack } from '../support/tarballs.ts';

const published = workspacePackages().filter(({ isPrivate }) => !isPrivate);
/** A document with more sections requires a list of its sections. */
const MANY_SECTIONS = 5;

test('every published package comes from the repository that /package.json names', async () => {
  const { code, out } = await run(join(root, 'scripts/manifests.ts'), ['--check']);
  expect(code, out).toBe(0);
});

test('the repository is named in one place, and a release requires the name', async () => {
  const copy = temporaryDirectory();
  const files = [
    'scripts/manifests.ts',
    'package.json',
    'pnpm-workspace.yaml',
    'spec/package.json',
    'spec/openapi.yaml',
    'contract-tests/README.md',
    'packages/client/python/README.md',
    'packages/client/php/README.md',
  ];
  for (const file of files) cpSync(join(root, file), join(copy, file));
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  const manifest = JSON.parse(read('package.json'));
  expect(manifest.scripts.release).toMatch(/^node scripts\/manifests\.ts --check --release && /);
  const named = async (name: string, ...args: string[]) => {
    const repository = { type: 'git', url: `git+https://github.com/${name}.git` };
    writeFileSync(join(copy, 'package.json'), JSON.stringify({ ...manifest, repository }));
    return run(join(copy, 'scripts/manifests.ts'), args);
  };
  expect(await named('OWNER/vehicle-lookup', '--check', '--release')).toMatchObject({
    code: 1,
    err: expect.stringContaining('run node scripts/manifests.ts'),
  });
  expect(await named('acme/cars')).toMatchObject({ code: 0 });
  expect(JSON.parse(read('spec/package.json')).repository.url).toBe('git+https://github.com/acme/cars.git');
  expect(read('spec/openapi.yaml')).toContain('url: https://github.com/acme/cars/issues');
  expect(read('contract-tests/README.md')).toContain('uses: acme/cars/.github/actions/verify-contract@');
  for (const file of ['packages/client/python/README.md', 'packages/client/php/README.md']) {
    expect(read(file)).toContain('https://raw.githubusercontent.com/acme/cars/refs/tags/');
    expect(read(file)).not.toContain('OWNER');
  }
  expect(await named('acme/cars', '--check', '--release')).toMatchObject({ code: 0 });
  expect(await named('acme/vans', '--check', '--release')).toMatchObject({ code: 1 });
});

describe.each(published)('$name', ({ directory, name }) => {
  const manifest = JSON.parse(readFileSync(join(root, directory, 'package.json'), 'utf8'));
  const readme = readFileSync(join(root, directory, 'README.md'), 'utf8');

  test('states its description, its repository and its licence', () => {
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/^[A-Z].*\.$/),
      license: 'MIT',
      repository: { type: 'git', directory: directory },
      homepage: expect.stringContaining(`/${directory}#readme`),
      bugs: { url: expect.stringMatching(/\/issues$/) },
    });
    expect(manifest.keywords.length).toBeGreaterThan(1);
  });

  test.skipIf(manifest.version !== '0.0.0')('has one changeset with a single line until its first release', () => {
    const own = globSync('.changeset/*.md', { cwd: root })
      .map((file) => readFileSync(join(root, file), 'utf8'))
      .filter((text) => text.includes(`'${name}': `));
    expect(own).toEqual([expect.stringMatching(/^---\n'\S+': minor\n---\n\n.+\.\n$/)]);
  });

  test('has a README with an install command', () => {
    expect(readme).toMatch(new RegExp(`\\b(npm install [^\\n]*|npx )${name}\\b`));
  });

  test('has a README that lists its sections, if there are many', () => {
    const sections = [...readme.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
    if (sections.length <= MANY_SECTIONS) return;
    const listed = [...readme.matchAll(/\[([^\]]+)\]\(#[^)]*\)/g)].map(([, title]) => title);
    expect(listed).toEqual(expect.arrayContaining(sections));
  });
});

/** Returns the directory of an installed package, as resolved by Node.js. */
function installed(name: string, from: string): string {
  const directory = join(from, 'node_modules', name);
  if (existsSync(directory)) return realpathSync(directory);
  if (from === dirname(from)) throw new Error(`${name} is not installed`);
  return installed(name, dirname(from));
}

/** Returns the manifests of a package and of all its dependencies. */
function manifestsOf(directory: string, seen = new Map<string, Manifest>()): Map<string, Manifest> {
  const manifest: Manifest = JSON.parse(readFileSync(join(directory, 'package.json'), 'utf8'));
  seen.set(directory, manifest);
  for (const name of Object.keys(manifest.dependencies ?? {})) {
    const found = installed(name, directory);
    if (!seen.has(found)) manifestsOf(found, seen);
  }
  return seen;
}

interface Manifest {
  name: string;
  engines?: { node?: string };
  dependencies?: Record<string, string>;
}

/** Returns the oldest Node.js that a manifest supports, as a comparable number. */
function oldestNode({ engines }: Manifest): number {
  const versions = (engines?.node ?? '>=0').split('||').map((range) => {
    const [major = 0, minor = 0] = (range.match(/\d+/g) ?? []).map(Number);
    return major * 1000 + minor;
  });
  return Math.min(...versions);
}

test.each(published)('$name supports the Node.js versions in its manifest', ({ directory }) => {
  const [own, ...others] = manifestsOf(join(root, directory)).values();
  const promised = own?.engines?.node === undefined ? Number.POSITIVE_INFINITY : oldestNode(own);
  expect(others.filter((manifest) => oldestNode(manifest) > promised).map(({ name }) => name)).toEqual([]);
});

test('the README of the suite names all packages of its installation', () => {
  const readme = readFileSync(join(root, 'contract-tests/README.md'), 'utf8');
  const [, list = ''] = /An installation consists of ([^.]*?)\./s.exec(readme) ?? [];
  const needed = [...manifestsOf(join(root, 'contract-tests')).values()].map(({ name }) => name);
  expect([...list.matchAll(/`([^`]+)`/g)].map(([, name]) => name).sort()).toEqual(needed.sort());
});

test('tarballs contain the licence and the README', async () => {
  for (const tarball of await pack('@vehicle-lookup/cli')) {
    const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n');
    expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md']));
  }
});
