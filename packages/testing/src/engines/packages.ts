import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { copyFileSync, existsSync, readFileSync, realpathSync, rmSync, symlinkSync } from 'node:fs';
import { basename, join, relative } from 'node:path';
import { cleanEnvironment, root } from '../process/program.ts';
import { cachedDirectory } from './cache.ts';

const FILES = ['package.json', 'package-lock.json'];

/** The directory with the manifest of the programs that only tests require. Its optional dependencies are only for `DEEP=1`. */
export const ENGINES: string = join(import.meta.dirname, '../../engines');

/** Returns whether packages of Chromium and PostgreSQL exist for this platform: Linux on x64 with glibc. */
export const hasPackagedEngines = (): boolean =>
  process.platform === 'linux' && process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2');

/** Installs all packages of `engines` on first use, and returns the path of `node_modules`. */
export const enginePackages = (): string => installPackages(ENGINES);

/**
 * Installs the packages of a directory outside the workspace into the cache on first use.
 * @param directory contains `package.json` and `package-lock.json`
 * @returns the path of the installed `node_modules`
 * @throws with npm's reason
 */
export function installPackages(directory: string): string {
  const content = createHash('sha256');
  for (const file of FILES) content.update(readFileSync(join(directory, file)));
  const name = `${basename(directory)}-${content.digest('hex').slice(0, 12)}`;
  const installed = cachedDirectory(name, (target) => {
    console.error(`Installing the packages of ${relative(root, directory)} (once).`);
    install(directory, target);
  });
  return join(installed, 'node_modules');
}

/** Installs the packages of a directory and links its `node_modules` to them, for programs in the directory that import these packages. */
export function linkPackages(directory: string): void {
  const [packages, link] = [installPackages(directory), join(directory, 'node_modules')];
  if (existsSync(link) && realpathSync(link) === realpathSync(packages)) return;
  rmSync(link, { recursive: true, force: true });
  symlinkSync(packages, link, 'junction');
}

/** Installs packages with `npm ci` according to the lockfile, without running package scripts. */
export function install(directory: string, target: string, which: 'all' | 'required' = 'all'): void {
  for (const file of FILES) copyFileSync(join(directory, file), join(target, file));
  const args = ['ci', '--ignore-scripts', '--no-audit', '--no-fund', '--prefer-offline', '--loglevel=error'];
  if (which === 'required') args.push('--omit=optional');
  const { error, status, stderr } = spawnSync('npm', args, { cwd: target, encoding: 'utf8', env: cleanEnvironment() });
  if (status !== 0) {
    const reason = error?.message ?? stderr.split('\n').find((line) => !/\bcode [A-Z]+$/.test(line)) ?? '';
    throw new Error(`npm ci failed for ${relative(root, directory)}: ${reason.replace(/^npm error /, '')}`);
  }
  const missing = which === 'all' ? leftOut(target) : [];
  if (missing.length === 0) return;
  throw new Error(
    `npm ci did not install ${missing.join(', ')}, which ${relative(root, directory)} requires. Connect to a network and try again.`,
  );
}

/** Returns the missing optional packages for this platform, because npm does not report an error if it cannot install them. */
function leftOut(target: string): string[] {
  const [manifest, lockfile] = FILES.map((file) => JSON.parse(readFileSync(join(target, file), 'utf8')));
  return Object.keys(manifest.optionalDependencies ?? {}).filter((name) => {
    const path = `node_modules/${name}`;
    const { os = [process.platform], cpu = [process.arch] } = lockfile.packages[path] ?? {};
    return os.includes(process.platform) && cpu.includes(process.arch) && !existsSync(join(target, path));
  });
}

const REQUIREMENTS = join(ENGINES, 'requirements.txt');

/**
 * Installs the Python packages for tests into the cache on first use.
 * @returns the directory for `PYTHONPATH`
 * @throws with pip's reason
 */
export function pythonPackages(): string {
  const content = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex');
  return cachedDirectory(`pip-${content.slice(0, 12)}`, (target) => {
    console.error('Installing Python packages for the tests (1 MB, once).');
    const options = ['--quiet', '--disable-pip-version-check', '--require-hashes', '--only-binary', ':all:'];
    const args = ['-m', 'pip', 'install', ...options, '--target', target, '--requirement', REQUIREMENTS];
    const { error, status, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
    if (status === 0) return;
    throw new Error(
      `pip install failed: ${error?.message ?? stderr}\nInstall pip for python3, connect to a network, and try again.`,
    );
  });
}
