import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { root, run } from '@vehicle-lookup/testing';
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

describe.each(published)('$name', ({ folder, name }) => {
  const manifest = JSON.parse(readFileSync(join(root, folder, 'package.json'), 'utf8'));
  const readme = readFileSync(join(root, folder, 'README.md'), 'utf8');

  test('says what it is, where it comes from and under which licence', () => {
    expect(manifest).toMatchObject({
      description: expect.stringMatching(/^[A-Z].*\.$/),
      license: 'MIT',
      repository: { type: 'git', directory: folder },
      homepage: expect.stringContaining(`/${folder}#readme`),
      bugs: { url: expect.stringMatching(/\/issues$/) },
    });
    expect(manifest.keywords.length).toBeGreaterThan(1);
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
