import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { cachedDirectory } from './cache.ts';
import { ENGINES } from './packages.ts';

const REQUIREMENTS = join(ENGINES, 'requirements.txt');

/**
 * Installs the packages for Python that tests need, on first use, into the cache.
 * @returns the directory for `PYTHONPATH`
 * @throws with pip's reason
 */
export function pythonPackages(): string {
  const content = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex');
  return cachedDirectory(`pip-${content.slice(0, 12)}`, (target) => {
    console.error('Packages for Python are installed for the tests (1 MB, once).');
    const options = ['--quiet', '--disable-pip-version-check', '--require-hashes', '--only-binary', ':all:'];
    const args = ['-m', 'pip', 'install', ...options, '--target', target, '--requirement', REQUIREMENTS];
    const { error, status, stderr } = spawnSync('python3', args, { encoding: 'utf8' });
    if (status === 0) return;
    throw new Error(
      `pip install failed: ${error?.message ?? stderr}\nTry again with a network, and with pip for python3.`,
    );
  });
}
