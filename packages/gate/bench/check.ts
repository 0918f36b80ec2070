import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { cpus, loadavg, tmpdir } from 'node:os';
import { join } from 'node:path';
import { measure, redoclyProgram } from './measure.ts';

/*
 * Measures how long `check` takes with a git revision as its base, in a clone of this repository with one changed keyword. The reference
 * is `redocly diff`, a different program for the same task, on the two documents of the clone. CPU seconds are the total of all processes
 * and hardly depend on the machine's load.
 */
const root = join(import.meta.dirname, '../../..');
const gate = join(import.meta.dirname, '../bin/vehicle-lookup-gate.js');
const clone = mkdtempSync(join(tmpdir(), 'vehicle-lookup-bench-'));

try {
  execFileSync('git', ['clone', '--quiet', '--local', root, clone], { stdio: 'ignore' });
  execFileSync('git', ['-C', clone, 'tag', 'base']);
  const schema = join(clone, 'spec/components/schemas/scalars.yaml');
  writeFileSync(schema, readFileSync(schema, 'utf8').replace(/maxLength: \d+/, 'maxLength: 9'));
  const check = measure(clone, [gate, 'check', '--base', 'git:base', '--branch', 'base']);
  execFileSync('git', ['-C', clone, 'worktree', 'add', '--quiet', 'before', 'base']);
  const diff = [redoclyProgram, 'diff', 'before/spec/openapi.yaml', 'spec/openapi.yaml', '--format', 'json'];
  const engine = measure(clone, diff);
  const [load = 0] = loadavg();
  console.log(
    `check with a git revision: ${check.seconds.toFixed(2)} s, ${check.cpu.toFixed(2)} CPU seconds; ` +
      `redocly diff: ${engine.seconds.toFixed(2)} s, ${engine.cpu.toFixed(2)} CPU seconds; ` +
      `CPU seconds ratio ${(check.cpu / engine.cpu).toFixed(1)} (${cpus().length} cores, load ${load.toFixed(1)})`,
  );
} finally {
  rmSync(clone, { recursive: true, force: true });
}
