import { join } from 'node:path';
import { run } from '@vehicle-lookup/testing';
import { build } from 'esbuild';
import { generatePeers } from './generate-peers.ts';

// Measures by how many microseconds a call exceeds a reference call, with a fetch that responds immediately. Each figure is the
// median of the processes.
const PROCESSES = 5;
const TARGETS: [name: string, reference: string, microseconds: number][] = [
  ['ours, createClient', 'openapi-fetch', 40],
  ['ours, parsed', 'bare fetch with a time-out', 45],
];
type Times = Record<string, number>;

const directory = import.meta.dirname;
await generatePeers();
const outfile = join(directory, 'dist/calls.js');
const target = 'node24';
await build({
  entryPoints: [join(directory, 'calls.ts')],
  outfile,
  bundle: true,
  platform: 'node',
  format: 'esm',
  target,
  logLevel: 'error',
});

const processes: Times[] = [];
while (processes.length < PROCESSES) {
  const { code, out, err } = await run(outfile, [join(directory, '../../../spec/dist')]);
  if (code !== 0) throw new Error(`a process of the measurement failed: ${err}`);
  processes.push(JSON.parse(out));
}

const median = (values: number[]): number => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
const total = (name: string): number => median(processes.map((times) => times[name] ?? Number.NaN));
const beyond = (name: string, reference: string): number =>
  median(processes.map((times) => (times[name] ?? Number.NaN) - (times[reference] ?? Number.NaN)));

console.log('µs per call, and in addition to a bare fetch');
for (const name of Object.keys(processes[0] ?? {})) {
  const more = `+${beyond(name, 'bare fetch').toFixed(1)}`;
  console.log(`${name.padEnd(30)}${total(name).toFixed(1).padStart(7)}${more.padStart(8)}`);
}
for (const [name, reference, most] of TARGETS) {
  const measured = beyond(name, reference);
  console.log(`${name} beyond ${reference}: ${measured.toFixed(1)} µs (at most ${most})`);
  if (!(measured <= most)) process.exitCode = 1;
}
