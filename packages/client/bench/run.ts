import { join } from 'node:path';
import { linkPackages, run } from '@vehicle-lookup/testing';

// Compares the client with other clients, which are installed on first use.
const BENCHES = ['size', 'type-cost', 'speed', 'consultations'];
const cwd = import.meta.dirname;

linkPackages(cwd);
for (const bench of BENCHES) {
  console.log(`\n== ${bench}`);
  const { code } = await run(join(cwd, `${bench}.ts`), [], { cwd, output: 'terminal' });
  if (code !== 0) process.exitCode = 1;
}
