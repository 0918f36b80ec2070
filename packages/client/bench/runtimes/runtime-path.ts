import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { installPackages } from '@vehicle-lookup/testing';

const BINARIES = {
  'node-20': 'bin/node',
  'node-22': 'bin/node',
  bun: 'bin/bun',
  deno: 'deno',
  workerd: 'bin/workerd',
};

/** A runtime in package.json. */
export type RuntimeName = keyof typeof BINARIES;

/**
 * The path of a runtime's binary. All runtimes are installed on first use.
 * @throws when they cannot be installed, or not on this platform
 */
export function runtimePath(name: RuntimeName): string {
  const path = join(installPackages(import.meta.dirname), name, BINARIES[name]);
  if (existsSync(path)) return path;
  throw new Error(`${name}: expected at ${path}: package.json has only the binaries for Linux on x64 with glibc`);
}
