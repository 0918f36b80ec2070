import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

// The benchmarks run sequentially, because concurrent runs would affect each other's results.
const BENCHES = ['catalogue', 'import', 'search', 'http', 'overload', 'charges', 'scaling'];

let running: ChildProcess | undefined;
let isStopped = false;
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  process.once(signal, () => {
    isStopped = true;
    // The benchmark cleans up before it exits.
    running?.kill(signal);
  });
}
for (const bench of BENCHES) {
  if (isStopped) break;
  console.log(`\n== ${bench}`);
  running = spawn(process.execPath, [join(import.meta.dirname, `${bench}.ts`)], { stdio: 'inherit' });
  const [status] = await once(running, 'exit');
  if (status !== 0) process.exitCode = 1;
}
