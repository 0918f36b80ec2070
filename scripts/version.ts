import { spawnSync } from 'node:child_process';

// The versions that the pending changesets ask for, in the manifests, in the document, and in the lockfile.
for (const [command, ...args] of [
  ['pnpm', 'exec', 'changeset', 'version'],
  ['node', 'scripts/sync-version.ts'],
  ['pnpm', 'install', '--lockfile-only'],
] as const) {
  const { status } = spawnSync(command, args, { stdio: 'inherit' });
  if (status !== 0) process.exit(status ?? 1);
}
