import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { documentWith, gateReport, git, write } from '../support/gate.ts';
import { acknowledge, breakIt, changeset, codes, MEMBERS, manifest, NAME, released } from '../support/released.ts';

test('a branch without changes is accepted', async () => {
  expect(await codes(await released())).toEqual({ exitCode: 0, problems: [], fails: 0 });
});

test('a breaking change with a patch changeset is rejected', async () => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('patch') });
  expect(await codes(root)).toEqual({ exitCode: 1, problems: ['bump-too-small', 'bump-too-small'], fails: 1 });
});

test('a change without a changeset is rejected, even if an earlier branch has a pending changeset', async () => {
  const root = await released();
  await git(root, 'checkout', '--quiet', 'main');
  write(root, { '.changeset/earlier.md': changeset('minor') });
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'earlier');
  await git(root, 'checkout', '--quiet', '-B', 'change');
  write(root, { 'openapi.json': documentWith({ ...MEMBERS, note: 'string' }, '1.0.0') });
  expect(await codes(root)).toEqual({ exitCode: 1, problems: ['changeset-missing'], fails: 0 });
  write(root, { '.changeset/one.md': changeset('minor') });
  expect(await codes(root)).toEqual({ exitCode: 0, problems: [], fails: 0 });
});

test('the release commit with the new versions is accepted', async () => {
  const root = await released();
  breakIt(root);
  write(root, { '.changeset/one.md': changeset('major') });
  const { fingerprint } = await acknowledge(root);
  const { changes } = await gateReport(root, 'check');
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'break');
  await git(root, 'checkout', '--quiet', '-B', 'main');
  await git(root, 'checkout', '--quiet', '-b', 'release');
  breakIt(root, '2.0.0');
  for (const file of ['.changeset/one.md', `acknowledged/${fingerprint}.yaml`]) rmSync(join(root, file));
  write(root, {
    'package.json': manifest('2.0.0'),
    'changes/2.0.0.json': JSON.stringify({ version: '2.0.0', changes }),
  });
  expect(await codes(root)).toEqual({ exitCode: 0, problems: [], fails: 0 });
});

test('a breaking change below 1.0.0 requires a minor bump', async () => {
  const root = await released('0.4.0');
  breakIt(root, '0.4.0');
  write(root, { '.changeset/one.md': changeset('patch') });
  expect((await codes(root)).problems).toContain('bump-too-small');
  write(root, { '.changeset/one.md': changeset('minor') });
  expect((await codes(root)).problems).toEqual([]);
});

test('a package that exposes the contract requires the same bump as the contract', async () => {
  const root = await released('0.4.0');
  await git(root, 'checkout', '--quiet', 'main');
  const client = { name: '@example/client', version: '0.2.0', dependencies: { '@example/types': 'workspace:^' } };
  write(root, {
    'pnpm-workspace.yaml': 'packages: [packages/*]\n',
    'packages/contract/package.json': JSON.stringify({ name: '@example/types', version: '0.4.0', files: ['types.ts'] }),
    'packages/contract/types.ts': 'export type State = string;\n',
    'packages/client/package.json': JSON.stringify(client),
    'packages/other/package.json': JSON.stringify({ name: '@example/other', version: '0.1.0' }),
    '.changeset/config.json': JSON.stringify({ fixed: [[NAME, '@example/types']] }),
  });
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'packages');
  await git(root, 'checkout', '--quiet', '-B', 'change');
  breakIt(root, '0.4.0');
  const release = (bump: string) => `---\n'${NAME}': minor\n'@example/client': ${bump}\n---\n\nA change.\n`;
  write(root, { '.changeset/one.md': changeset('minor') });
  const found = async () => (await gateReport(root, 'check')).problems.map(({ what }) => what);
  expect(await found()).toEqual([
    '@example/client changed with the contract on this branch without a changeset; it requires a minor bump.',
  ]);
  write(root, { '.changeset/one.md': release('patch') });
  expect(await found()).toEqual([
    '@example/client is released as patch, but its changes with the contract on this branch require a minor bump.',
  ]);
  write(root, { '.changeset/one.md': release('minor') });
  expect(await found()).toEqual([]);
});

test('changes of earlier branches are listed after the changes of this branch', async () => {
  const root = await released();
  await git(root, 'checkout', '--quiet', 'main');
  write(root, {
    'openapi.json': documentWith({ ...MEMBERS, early: 'string' }, '1.0.0'),
    '.changeset/a.md': changeset('minor'),
  });
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'earlier');
  await git(root, 'checkout', '--quiet', '-B', 'change');
  write(root, { 'openapi.json': documentWith({ ...MEMBERS, early: 'string', late: 'string' }, '1.0.0') });
  const { changes } = await gateReport(root, 'check');
  expect(changes.map(({ what, isNew }) => [what.split(' ')[2], isNew])).toEqual([
    ['late', true],
    ['early', false],
  ]);
});
