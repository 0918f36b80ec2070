import { execFileSync } from 'node:child_process';
import { cpSync, globSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run, temporaryDirectory } from '@vehicle-lookup/testing';
import { describe, expect, test } from 'vitest';
import { workspacePackages } from '../support/repository.ts';
import { pack } from '../support/tarballs.ts';

const published = workspacePackages().filter(({ isPrivate }) => !isPrivate);
/** A reader of a document with more sections wants a list of them. */
const MANY_SECTIONS = 5;

test('every published package comes from the repository that /package.json names', async () => {
  const { code, out } = await run(join(root, 'scripts/manifests.ts'), ['--check']);
  expect(code, out).toBe(0);
});

test('the repository is named once, and nothing is released before', async () => {
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

  test('says what it is, where it comes from and under which licence', () => {
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

  test('has a README that says how to install it', () => {
    expect(readme).toMatch(new RegExp(`\\b(npm install [^\\n]*|npx )${name}\\b`));
  });

  test('has a README that lists its sections, if there are many', () => {
    const sections = [...readme.matchAll(/^## (.*)$/gm)].map(([, title = '']) => title);
    if (sections.length <= MANY_SECTIONS) return;
    const listed = [...readme.matchAll(/\[([^\]]+)\]\(#[^)]*\)/g)].map(([, title]) => title);
    expect(listed).toEqual(expect.arrayContaining(sections));
  });
});

test('tarballs have the licence and the README', async () => {
  for (const tarball of await pack('@vehicle-lookup/cli')) {
    const files = execFileSync('tar', ['-tzf', tarball], { encoding: 'utf8' }).split('\n');
    expect(files).toEqual(expect.arrayContaining(['package/LICENSE', 'package/README.md']));
  }
});
