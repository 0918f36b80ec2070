// How large the repository is, by one rule: committed files, lines with blanks and comments. `node scripts/size.ts [DIRECTORY]`
import { execFileSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename, join } from 'node:path';

const KINDS: [name: string, isOfKind: (file: string) => boolean][] = [
  ['lockfiles', (file) => /(^|\/)(pnpm-lock\.yaml|package-lock\.json)$/.test(file)],
  ['generated TypeScript', (file) => /\.gen\.tsx?$/.test(file)],
  ['YAML', (file) => /\.ya?ml$/.test(file)],
  ['benches', (file) => isCode(file) && /(^|\/)bench\//.test(file)],
  [
    'tests',
    (file) => isCode(file) && /(^|\/)(test|fixtures|repository-tests|packages\/testing)\/|\.test\.tsx?$/.test(file),
  ],
  ['source', (file) => isCode(file)],
  ['Markdown', (file) => file.endsWith('.md')],
  ['other', () => true],
];

const isCode = (file: string): boolean => /\.[cm]?[jt]sx?$/.test(file);

const root = process.argv[2] ?? join(import.meta.dirname, '..');
const files = execFileSync('git', ['ls-files'], { cwd: root, encoding: 'utf8', maxBuffer: 2 ** 26 })
  .trim()
  .split('\n');
const linesOf = (file: string): number => readFileSync(join(root, file), 'utf8').split('\n').length - 1;

const sizes = new Map(KINDS.map(([name]) => [name, { files: 0, lines: 0 }]));
for (const file of files) {
  const [name = ''] = KINDS.find(([, isOfKind]) => isOfKind(file)) ?? [];
  const size = sizes.get(name);
  if (size) Object.assign(size, { files: size.files + 1, lines: size.lines + linesOf(file) });
}
for (const [name, size] of sizes)
  console.log(`${name.padEnd(22)}${format(size.files)} files${format(size.lines)} lines`);
const packages = files.filter((file) => basename(file) === 'package.json' && isOfWorkspace(file));
console.log(`${'all'.padEnd(22)}${format(files.length)} files${format(packages.length)} packages`);

function isOfWorkspace(file: string): boolean {
  return /^(spec|packages\/[^/]+|apps\/[^/]+|contract-tests|repository-tests)\/package\.json$/.test(file);
}

function format(count: number): string {
  return count.toLocaleString('en').padStart(9);
}
