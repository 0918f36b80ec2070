import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { announceBreaks } from '../../src/index.ts';
import { directoryWith, git, write } from '../support/gate.ts';

const DEPENDENCIES: Record<string, string[]> = {
  spec: [],
  client: ['spec'],
  cli: ['client'],
  unchanged: ['client'],
  other: [],
};

function writePackages(root: string, version: (name: string) => string): void {
  for (const [name, names] of Object.entries(DEPENDENCIES)) {
    const dependencies = Object.fromEntries(names.map((one) => [one, 'workspace:^']));
    write(root, {
      [`${name}/package.json`]: JSON.stringify({ name, version: version(name), dependencies }),
      [`${name}/CHANGELOG.md`]: `# ${name}\n\n## ${version(name)}\n\nText.\n`,
    });
  }
}

test('a breaking change is listed in the CHANGELOG of each released package that exposes the contract', async () => {
  const root = directoryWith({
    'package.json': JSON.stringify({ name: 'all', private: true }),
    'pnpm-workspace.yaml': `packages: [${Object.keys(DEPENDENCIES)}]\n`,
  });
  writePackages(root, () => '0.2.0');
  await git(root, 'init', '--quiet');
  await git(root, 'add', '.');
  await git(root, 'commit', '--quiet', '--message', 'released');
  writePackages(root, (name) => (name === 'unchanged' ? '0.2.0' : '0.3.0'));

  announceBreaks(root, '0.3.0', [
    { impact: 'major', what: 'Lost.', operations: ['getOne'] },
    { impact: 'minor', what: 'New.' },
  ]);
  const logs = Object.keys(DEPENDENCIES).map((name) => readFileSync(join(root, name, 'CHANGELOG.md'), 'utf8'));
  const text = '## 0.3.0\n\n### Breaking: the contract 0.3.0\n\n- Lost. (getOne)\n\nText.\n';
  expect(logs).toEqual([
    `# spec\n\n${text}`,
    `# client\n\n${text}`,
    `# cli\n\n${text}`,
    '# unchanged\n\n## 0.2.0\n\nText.\n',
    '# other\n\n## 0.3.0\n\nText.\n',
  ]);
});
