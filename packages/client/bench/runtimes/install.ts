import { spawnSync } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';

const folder = import.meta.dirname;
/** Beside what is written: no copy of this repository takes some 700 MB along. */
const home = join(folder, '.dist-installed');

const BINARIES = {
  'node-20': 'bin/node',
  'node-22': 'bin/node',
  bun: 'bin/bun',
  deno: 'deno',
  workerd: 'bin/workerd',
};

/** A runtime that package.json names. */
export type RuntimeName = keyof typeof BINARIES;

/**
 * The path of a runtime's binary. On first use npm installs all of them, here and nowhere else.
 * @throws when they cannot be installed, or not on this machine
 */
export function runtimePath(name: RuntimeName): string {
  if (installedVersion(name) !== wantedVersion(name)) install();
  const path = join(home, 'node_modules', name, BINARIES[name]);
  if (existsSync(path)) return path;
  throw new Error(`${name}: expected at ${path}: package.json has the binaries of Linux on x64 with glibc alone`);
}

const json = (file: string) => JSON.parse(readFileSync(file, 'utf8'));

const wantedVersion = (name: RuntimeName): string =>
  json(join(folder, 'package.json')).dependencies[name].replace(/^.*@/, '');

function installedVersion(name: RuntimeName): string | undefined {
  const file = join(home, 'node_modules', name, 'package.json');
  return existsSync(file) ? json(file).version : undefined;
}

/** Installed beside its place and then moved there, because the tests of two packages may come here at the same time. */
function install(): void {
  const place = mkdtempSync(join(folder, '.dist-'));
  try {
    for (const file of ['package.json', 'package-lock.json']) cpSync(join(folder, file), join(place, file));
    const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund'];
    const { status, error, stderr } = spawnSync('npm', args, { cwd: place, encoding: 'utf8', timeout: 240_000 });
    if (status !== 0) {
      const reason = error?.message ?? stderr;
      throw new Error(`the runtimes could not be installed: npm ci in packages/client/bench/runtimes: ${reason}`);
    }
    rmSync(home, { recursive: true, force: true });
    renameSync(place, home);
  } catch (error) {
    // Another one was faster.
    if ((error as NodeJS.ErrnoException).code !== 'ENOTEMPTY') throw error;
  } finally {
    rmSync(place, { recursive: true, force: true });
  }
}
