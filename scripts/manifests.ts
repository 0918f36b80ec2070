import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

// Where the packages come from: the repository of /package.json, written to every package that is published. With --check
// nothing is written, and the manifests that differ are named.
const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const { repository } = read('package.json');
const page = repository.url.replace(/^git\+|\.git$/g, '');
const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
const patterns = [...workspace.matchAll(/^ {2}- ["']?([\w/*-]+)["']?$/gm)].map(
  ([, pattern]) => `${pattern}/package.json`,
);
const different: string[] = [];
for (const file of globSync(patterns, { cwd: root }).sort()) {
  const before = readFileSync(join(root, file), 'utf8');
  const { private: isPrivate, repository: _, homepage: __, bugs: ___, ...manifest } = JSON.parse(before);
  if (isPrivate) continue;
  const directory = dirname(file).replaceAll('\\', '/');
  const members = Object.entries(manifest).flatMap(([name, value]) => {
    if (name !== 'license') return [[name, value]];
    return [
      [name, value],
      ['homepage', `${page}/tree/main/${directory}#readme`],
      ['bugs', { url: `${page}/issues` }],
      ['repository', { ...repository, directory }],
    ];
  });
  const after = `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`;
  if (after === before) continue;
  different.push(file);
  if (!process.argv.includes('--check')) writeFileSync(join(root, file), after);
}
console.log(
  different.length
    ? `${process.argv.includes('--check') ? 'differ from' : 'written from'} /package.json: ${different.join(', ')}`
    : 'all manifests are as /package.json says',
);
if (different.length && process.argv.includes('--check')) process.exitCode = 1;
