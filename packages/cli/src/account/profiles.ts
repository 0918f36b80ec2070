import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { explain, UsageError, UserError } from '@vehicle-lookup/toolkit/command-line';

/** An account of a service, as stored by `login`. */
export interface KeptAccount {
  baseUrl: string;
  user: string;
  key: string;
}

/** Returns the settings directory of this program, following the conventions of the operating system. */
export function configDirectory({ env, platform }: Pick<NodeJS.Process, 'env' | 'platform'> = process): string {
  const own = env.XDG_CONFIG_HOME || (platform === 'win32' && env.APPDATA) || undefined;
  const custom = platform === 'darwin' ? ['Library', 'Application Support'] : ['.config'];
  return join(own ?? join(homedir(), ...custom), 'vehicle-lookup');
}

const FILE = 'profiles.json';

/**
 * Returns the stored accounts, keyed by profile name.
 * @throws UsageError if the file cannot be read; the message does not repeat its content
 */
export function readProfiles(): Map<string, KeptAccount> {
  const path = join(configDirectory(), FILE);
  try {
    const profiles: unknown = JSON.parse(readFileSync(path, 'utf8'));
    if (typeof profiles === 'object' && profiles !== null) return new Map(Object.entries(profiles));
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return new Map();
    if (!(error instanceof SyntaxError)) throw new UsageError(explain(Object.assign(error as Error, { path })));
  }
  throw new UsageError(`${path}: the content is invalid; delete the file and run vehicle-lookup login again`);
}

/**
 * Stores the account of a profile in a file that only this user can read.
 * @returns the path of the file
 * @throws UserError if the file cannot be written
 */
export const writeProfile = (name: string, profile: KeptAccount): string =>
  writePrivately(FILE, readProfiles().set(name, profile));

/**
 * Atomically replaces a file in the settings directory. Only this user can read the file.
 * @returns the path of the file
 * @throws UserError if the file cannot be written
 */
export function writePrivately(file: string, content: ReadonlyMap<string, unknown>): string {
  const directory = configDirectory();
  const path = join(directory, file);
  const draft = `${path}.${process.pid}.tmp`;
  try {
    mkdirSync(directory, { recursive: true, mode: 0o700 });
    writeFileSync(draft, `${JSON.stringify(Object.fromEntries(content), null, 2)}\n`, { mode: 0o600 });
    // If the temporary file already existed, its mode is unchanged.
    chmodSync(draft, 0o600);
    renameSync(draft, path);
  } catch (error) {
    throw new UserError(explain(Object.assign(error as Error, { path })));
  }
  return path;
}
