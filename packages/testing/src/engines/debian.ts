import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { cachedDirectory } from './cache.ts';

/**
 * Returns the path of an installed program, or of the program in a Debian package. The package is unpacked into the test cache on
 * first use, without an installation or root privileges.
 * @param path the path of the program if the package is installed
 * @throws with the next step if neither the program nor the package is available
 */
export function debianProgram(name: string, path: string): string {
  if (existsSync(path)) return path;
  if (spawnSync('dpkg', ['--version']).status !== 0) {
    throw new Error(`${name} is not installed, and its package can be unpacked only on Debian. Install ${name}.`);
  }
  const unpacked = cachedDirectory(`debian-${name}-${process.arch}`, (target) => {
    console.error(`Downloading the Debian package of ${name} for the tests (once).`);
    unpack(name, target);
  });
  return join(unpacked, path);
}

function unpack(name: string, target: string): void {
  const scratch = mkdtempSync(join(tmpdir(), 'vehicle-lookup-debian-'));
  try {
    // Separate package lists are used, because the machine's lists belong to root and may be missing or out of date.
    mkdirSync(join(scratch, 'lists/partial'), { recursive: true });
    mkdirSync(join(scratch, 'cache/archives/partial'), { recursive: true });
    const own = ['-o', `Dir::State::Lists=${join(scratch, 'lists')}`, '-o', `Dir::Cache=${join(scratch, 'cache')}`];
    const user = ['-o', 'APT::Sandbox::User=root'];
    run('apt-get', ['-q', ...own, ...user, 'update'], scratch);
    run('apt-get', ['-q', ...own, ...user, 'download', name], scratch);
    const archive = readdirSync(scratch).find((file) => file.endsWith('.deb')) ?? '';
    run('dpkg', ['-x', join(scratch, archive), target], scratch);
  } finally {
    rmSync(scratch, { recursive: true, force: true });
  }
}

function run(command: string, args: string[], cwd: string): void {
  const { error, status, stderr } = spawnSync(command, args, { cwd, encoding: 'utf8' });
  if (status === 0) return;
  const reason = error?.message ?? stderr.split('\n').find((line) => line.startsWith('E:')) ?? stderr;
  throw new Error(`${command} failed: ${reason}\nConnect to a network and try again, or install the program yourself.`);
}
