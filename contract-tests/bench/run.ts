import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// The suite against its peers. They are installed here on first use, and nowhere else.
const folder = import.meta.dirname;

function install(): boolean {
  console.log(
    'installing the peers into contract-tests/bench/node_modules (npm ci, about 240 MB, no scripts of theirs)',
  );
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
  return spawnSync('npm', args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

if (!existsSync(join(folder, 'node_modules')) && !install()) {
  console.error('the peers could not be installed: is there a network? (npm ci in contract-tests/bench)');
  process.exit(1);
}
const { measure } = await import('./measure.ts');
process.exitCode = await measure(process.argv.slice(2));
