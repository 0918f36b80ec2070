import { cpSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { root, run, runCommand, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { announceBreaks } from '../../scripts/announce-breaks.ts';

const FILES = ['package.json', 'scripts/sync-version.ts', 'spec/openapi.yaml', 'spec/package.json'];

test('the document gets the version of its package, and nothing else changes', async () => {
  const copy = temporaryDirectory();
  const read = (file: string) => readFileSync(join(copy, file), 'utf8');
  for (const file of FILES) cpSync(join(root, file), join(copy, file));
  writeFileSync(
    join(copy, 'spec/package.json'),
    read('spec/package.json').replace(/"version": "[^"]*"/, '"version": "7.8.9"'),
  );
  const before = FILES.map(read);
  expect(await run(join(copy, 'scripts/sync-version.ts'))).toMatchObject({ code: 0, err: '' });
  const after = before.map((text, index) =>
    FILES[index] === 'spec/openapi.yaml' ? text.replace(/ {2}version: .*/, '  version: 7.8.9') : text,
  );
  expect(FILES.map(read)).toEqual(after);
  expect(
    readdirSync(copy, { recursive: true })
      .filter((file) => String(file).includes('.'))
      .sort(),
  ).toEqual(FILES);
});

test('a breaking change stands in the CHANGELOG of each package that shows the contract and gets a version now', async () => {
  const copy = temporaryDirectory();
  const git = (...args: string[]) =>
    runCommand(['git', '-c', 'user.name=Somebody', '-c', 'user.email=s@example.com', ...args], { cwd: copy });
  const write = (file: string, text: string) => {
    mkdirSync(dirname(join(copy, file)), { recursive: true });
    writeFileSync(join(copy, file), text);
  };
  const DEPENDENCIES: Record<string, string[]> = {
    spec: [],
    client: ['spec'],
    cli: ['client'],
    unchanged: ['client'],
    other: [],
  };
  const writePackages = (version: (name: string) => string) => {
    for (const [name, names] of Object.entries(DEPENDENCIES)) {
      const dependencies = Object.fromEntries(names.map((one) => [one, 'workspace:^']));
      write(`${name}/package.json`, JSON.stringify({ name, version: version(name), dependencies }));
      write(`${name}/CHANGELOG.md`, `# ${name}\n\n## ${version(name)}\n\nText.\n`);
    }
  };
  write('package.json', JSON.stringify({ name: 'all', private: true }));
  write('pnpm-workspace.yaml', `packages: [${Object.keys(DEPENDENCIES)}]\n`);
  writePackages(() => '0.2.0');
  await git('init', '--quiet');
  await git('add', '.');
  await git('commit', '--quiet', '--message', 'released');
  writePackages((name) => (name === 'unchanged' ? '0.2.0' : '0.3.0'));

  announceBreaks(copy, '0.3.0', [
    { impact: 'major', what: 'Lost.', operations: ['getOne'] },
    { impact: 'minor', what: 'New.' },
  ]);
  const logs = Object.keys(DEPENDENCIES).map((name) => readFileSync(join(copy, name, 'CHANGELOG.md'), 'utf8'));
  const text = '## 0.3.0\n\n### Breaking: the contract 0.3.0\n\n- Lost. (getOne)\n\nText.\n';
  expect(logs).toEqual([
    `# spec\n\n${text}`,
    `# client\n\n${text}`,
    `# cli\n\n${text}`,
    '# unchanged\n\n## 0.2.0\n\nText.\n',
    '# other\n\n## 0.3.0\n\nText.\n',
  ]);
});
