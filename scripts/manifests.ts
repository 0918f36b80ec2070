import { globSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import process from 'node:process';

// Copies the repository in /package.json to every published package, to the contract, and to the `uses:` lines of its actions.
// Ensures that each package is published with its CHANGELOG. --check only lists the files that differ. --release rejects a
// placeholder repository before npm rejects it with a message about provenance.
const root = join(import.meta.dirname, '..');
const read = (file: string) => JSON.parse(readFileSync(join(root, file), 'utf8'));

const { repository } = read('package.json');
const page = repository.url.replace(/^git\+|\.git$/g, '');
const workspace = readFileSync(join(root, 'pnpm-workspace.yaml'), 'utf8');
const patterns = [...workspace.matchAll(/^ {2}- ["']?([\w/*-]+)["']?$/gm)].map(
  ([, pattern]) => `${pattern}/package.json`,
);
const different: string[] = [];
if (process.argv.includes('--release') && page.includes('/OWNER/')) {
  console.error(
    `/package.json: the repository is still ${page}. Set repository.url, and then run node scripts/manifests.ts.`,
  );
  process.exit(1);
}
function write(file: string, before: string, after: string): void {
  if (after === before) return;
  different.push(file);
  if (!process.argv.includes('--check')) writeFileSync(join(root, file), after);
}
for (const file of globSync(patterns, { cwd: root }).sort()) {
  const before = readFileSync(join(root, file), 'utf8');
  const { private: isPrivate, repository: _, homepage: __, bugs: ___, ...manifest } = JSON.parse(before);
  if (isPrivate) continue;
  const directory = dirname(file).replaceAll('\\', '/');
  const members = Object.entries(manifest).flatMap(([name, value]) => {
    // Users of a package read its changes in this file.
    if (name === 'files') return [[name, [...new Set([...(value as string[]), 'CHANGELOG.md'])]]];
    if (name !== 'license') return [[name, value]];
    return [
      [name, value],
      ['homepage', `${page}/tree/main/${directory}#readme`],
      ['bugs', { url: `${page}/issues` }],
      ['repository', { ...repository, directory }],
    ];
  });
  const after = `${JSON.stringify(Object.fromEntries(members), null, 2)}\n`;
  write(file, before, after);
}
for (const file of globSync(['contract-tests/README.md', 'examples/*/.github/workflows/*.yml'], { cwd: root })) {
  const before = readFileSync(join(root, file), 'utf8');
  const name = page.split('/').slice(-2).join('/');
  write(file, before, before.replace(/(?<=uses: )[\w.-]+\/[\w.-]+(?=\/\.github\/actions\/)/g, name));
}
// The URL of the maintainers in the contract, and the download URLs of the clients that are not on npm.
for (const file of globSync(['spec/openapi.yaml', 'packages/client/{python,php}/README.md'], { cwd: root })) {
  const before = readFileSync(join(root, file), 'utf8');
  const after = before
    .replace(/https:\/\/github\.com\/[\w.-]+\/[\w.-]+?(?=\/|\.git$)/gm, page)
    .replace(
      /(?<=https:\/\/raw\.githubusercontent\.com\/)[\w.-]+\/[\w.-]+(?=\/)/g,
      page.split('/').slice(-2).join('/'),
    );
  write(file, before, after);
}
console.log(
  different.length
    ? `${process.argv.includes('--check') ? 'differ from' : 'written from'} /package.json: ${different.join(', ')}`
    : 'everything is consistent with /package.json',
);
if (different.length && process.argv.includes('--check')) process.exitCode = 1;
