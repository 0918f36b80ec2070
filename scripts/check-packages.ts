import { spawnSync } from 'node:child_process';
import { globSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Checks every published package in its packed form: the manifest with publint and, with DEEP=1 or `--types`, the types with attw.
 */
const root = join(import.meta.dirname, '..');
const withTypes = Boolean(process.env.DEEP) || process.argv.includes('--types');
for (const file of globSync(
  ['spec', 'contract-tests', '{packages,apps}/*'].map((one) => `${one}/package.json`),
  { cwd: root },
)) {
  const manifest = JSON.parse(readFileSync(join(root, file), 'utf8'));
  if (manifest.private) continue;
  const cwd = join(root, file, '..');
  run('publint/src/cli.js', ['run', cwd, '--strict']);
  const isTyped = Object.values(manifest.exports).some((entry) => typeof entry === 'object');
  if (withTypes && isTyped) run('@arethetypeswrong/cli/dist/index.js', ['--pack', cwd, '--profile', 'esm-only']);
}

function run(tool: string, args: string[]): void {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules', tool), ...args], {
    encoding: 'utf8',
  });
  if (status === 0) return;
  console.error(`${tool} ${args.join(' ')}\n${stdout}${stderr}`);
  process.exitCode = 1;
}
