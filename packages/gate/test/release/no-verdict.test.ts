import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { directoryWith, documentWith, gate, git, write } from '../support/gate.ts';
import { MEMBERS, manifest, released } from '../support/released.ts';

test('a document without a release gives a verdict only with --base none', async () => {
  const root = directoryWith({ 'openapi.json': documentWith(MEMBERS), 'package.json': manifest('0.0.0') });
  // No registry is available at this URL.
  write(root, { '.npmrc': 'registry=http://127.0.0.1:9/\nfetch-retries=0\n' });
  await git(root, 'init', '--quiet', '--initial-branch', 'main');
  await git(root, 'commit', '--quiet', '--allow-empty', '--message', 'empty');
  const { code, err } = await gate(root, 'check');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('--base none') });
  expect(await gate(root, 'check', '--base', 'none')).toMatchObject({
    code: 1,
    out: expect.stringContaining('changeset'),
  });
});

test.each([
  ['without a repository', undefined, 'not a git repository'],
  ['without the main branch', ['branch', '--quiet', '--delete', '--force', 'main'], 'git fetch origin main:main'],
])('%s, there is no verdict, and the message states the next step', async (_, command, expected) => {
  const root = await released();
  if (command) await git(root, ...command);
  else rmSync(join(root, '.git'), { recursive: true });
  const { code, err } = await gate(root, 'check', '--base', 'openapi.json');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(expected) });
});

test.each([
  ['package.json', '{ "changes":', 'package.json: expected a JSON object: Unexpected end of JSON input'],
  ['package.json', '[]', 'package.json: expected a JSON object, found a list'],
  ['.changeset/config.json', '{ "fixed": x }', '.changeset/config.json: expected a JSON object: Unexpected token'],
])('an invalid %s gives no verdict: %s', async (file, text, expected) => {
  const root = await released();
  write(root, { [file]: text });
  const { code, err } = await gate(root, 'check', '--base', `git:HEAD`);
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining(expected) });
});

test('an unreadable git index gives no verdict', async () => {
  const root = await released();
  rmSync(join(root, '.git/index'));
  write(root, { '.git/index': 'not an index' });
  const { code, err } = await gate(root, 'check');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('the changes on this branch are unknown') });
});

test('an incomparable base and branch point are reported in a single line', async () => {
  const root = await released();
  const text = documentWith(MEMBERS, '1.0.0');
  await git(root, 'checkout', '--quiet', 'main');
  write(root, { 'openapi.json': '{' });
  await git(root, 'commit', '--quiet', '--all', '--message', 'broken');
  await git(root, 'checkout', '--quiet', '-B', 'change');
  write(root, { 'openapi.json': text });
  const source = join(import.meta.dirname, '../../../../spec/openapi.yaml');
  const { code, err } = await gate(root, 'check', '--base', source);
  expect({ code, lines: err.trim().split('\n') }).toEqual({
    code: 2,
    lines: [expect.stringMatching(/cannot be compared/)],
  });
});

test('the message in a shallow clone states the next step', async () => {
  const root = await released();
  await git(root, 'commit', '--quiet', '--allow-empty', '--message', 'more');
  const clone = directoryWith({});
  await git(clone, 'clone', '--quiet', '--depth', '1', '--no-tags', `file://${root}`, 'clone');
  const { code, err } = await gate(join(clone, 'clone'), 'check', '--base', 'git:HEAD~1');
  expect({ code, err }).toEqual({ code: 2, err: expect.stringContaining('git fetch --unshallow') });
});
