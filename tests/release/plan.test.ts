import { mkdirSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { getReleasePlan } from '@changesets/get-release-plan';
import { root, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { bumps, fixedGroups, readChangesets } from '../../packages/gate/src/release/changesets.ts';
import { workspacePackages } from '../../packages/gate/src/release/workspace.ts';

// The gate reads the changesets itself, because it supports Node.js 20 and Changesets does not. These tests compare the results.
const released = async (directory: string) =>
  Object.fromEntries((await getReleasePlan(directory)).releases.map(({ name, type }) => [name, type]));
const readByGate = (directory: string) => Object.fromEntries(bumps(readChangesets(directory), fixedGroups(directory)));

test('Changesets and the gate derive the same releases from the changesets of this repository', async () => {
  const packages = workspacePackages(root).filter(({ isPrivate }) => !isPrivate);
  const plan = await released(root);
  for (const [name, bump] of Object.entries(readByGate(root))) expect([name, plan[name]]).toEqual([name, bump]);
  expect(packages.length).toBeGreaterThan(9);
});

test('packages with a common version get the highest bump of any changeset, and an unlisted dependent package gets a patch', async () => {
  const directory = temporaryDirectory();
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(directory, file)), { recursive: true });
    writeFileSync(join(directory, file), text);
  };
  const manifest = (name: string, dependencies = {}) => JSON.stringify({ name, version: '1.0.0', dependencies });
  write('package.json', JSON.stringify({ name: 'all', private: true }));
  write('pnpm-workspace.yaml', 'packages: [packages/*]\n');
  write('packages/contract/package.json', manifest('contract'));
  write('packages/types/package.json', manifest('types'));
  write('packages/client/package.json', manifest('client', { types: 'workspace:^' }));
  write('.changeset/config.json', JSON.stringify({ fixed: [['contract', 'types']], baseBranch: 'main' }));
  write('.changeset/one.md', "---\n'contract': minor\n---\n\nOne.\n");
  write('.changeset/two.md', '---\ntypes: major\n---\n\nTwo.\n');
  expect(readByGate(directory)).toEqual({ contract: 'major', types: 'major' });
  // For this reason the gate requires the client in a changeset: its users would otherwise get the break as a patch.
  expect(await released(directory)).toEqual({ contract: 'major', types: 'major', client: 'patch' });
});
