import { spawnSync } from 'node:child_process';
import { join } from 'node:path';

// One after another: at the same time they would disturb each other.
const BENCHES = ['catalogue', 'import', 'search', 'http', 'charges', 'scaling'];

for (const bench of BENCHES) {
  console.log(`\n== ${bench}`);
  const { status } = spawnSync(process.execPath, [join(import.meta.dirname, `${bench}.ts`)], { stdio: 'inherit' });
  if (status !== 0) process.exitCode = 1;
}
