import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// The versions that the pending changesets ask for: in the manifests, in the document, in the record of changes, and in the
// lockfile.
const spec = join(import.meta.dirname, '../spec/package.json');
const isReleased = JSON.parse(readFileSync(spec, 'utf8')).version !== '0.0.0';
for (const [command, ...args] of [
  // The record is made by the gate.
  ['pnpm', 'exec', 'turbo', 'run', 'build', '--filter=@vehicle-lookup/governance...', '--output-logs=errors-only'],
  ['pnpm', 'exec', 'changeset', 'version'],
  ['node', 'scripts/sync-version.ts'],
  ['node', 'scripts/record-changes.ts', ...(isReleased ? ['--since-last'] : [])],
  ['pnpm', 'install', '--lockfile-only'],
] as const) {
  const { status } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (status !== 0) process.exit(status ?? 1);
}
