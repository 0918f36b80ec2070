import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';

// The client against its peers. They are installed here on first use, and nowhere else.
const BENCHES = ['size', 'type-cost', 'speed'];
const folder = import.meta.dirname;

function run(command: string, args: string[]): boolean {
  return spawnSync(command, args, { cwd: folder, stdio: 'inherit', shell: process.platform === 'win32' }).status === 0;
}

if (!existsSync(join(folder, 'node_modules')) && !run('npm', ['ci', '--ignore-scripts', '--no-audit', '--no-fund'])) {
  console.error('the peers could not be installed: is there a network? (npm ci in packages/client/bench)');
  process.exit(1);
}
for (const bench of BENCHES) {
  console.log(`\n== ${bench}`);
  if (!run(process.execPath, [`${bench}.ts`])) process.exitCode = 1;
}
