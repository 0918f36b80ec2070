import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';

// Applies the versions of the pending changesets to the manifests, the document, the record of changes, the CHANGELOGs and the lockfile.
const read = (file: string) => JSON.parse(readFileSync(join(import.meta.dirname, '..', file), 'utf8'));
const isReleased = read('spec/package.json').version !== '0.0.0';
for (const [command, ...args] of [
  // The gate creates the record.
  ['pnpm', 'exec', 'tsc', '-b', 'packages/gate'],
  ['pnpm', 'exec', 'changeset', 'version'],
  ['node', 'scripts/sync-version.ts'],
  ['node', 'scripts/record-changes.ts', ...(isReleased ? ['--since-last'] : [])],
  ['pnpm', 'install', '--lockfile-only'],
] as const) {
  const { status, error } = spawnSync(command, args, { stdio: 'inherit', shell: process.platform === 'win32' });
  if (error !== undefined) {
    const { packageManager } = read('package.json');
    console.error(
      `scripts/version.ts: ${command} cannot be started (${error.message}). Add it to PATH: npm install --global ${packageManager}`,
    );
  }
  if (status !== 0) process.exit(status ?? 1);
}
