import { chmodSync, mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { explain, UsageError, UserError } from '@vehicle-lookup/toolkit/command-line';

/** An account of a service, as `login` keeps it. */
export interface KeptAccount {
  baseUrl: string;
  user: string;
  key: string;
}

/** The directory of this program's settings, by the custom of the system. */
export function configDirectory({ env, platform }: Pick<NodeJS.Process, 'env' | 'platform'> = process): string {
  const own = env.XDG_CONFIG_HOME || (platform === 'win32' && env.APPDATA) || undefined;
  const custom = platform === 'darwin' ? ['Library', 'Application Support'] : ['.config'];
  return join(own ?? join(homedir(), ...custom), 'vehicle-lookup');
}

const fileOf = (directory: string): string => join(directory, 'profiles.json');

/**
 * The account of a profile; undefined if there is none.
 * @throws UsageError when the file cannot be read; the message contains nothing of it
 */
export function readProfile(name: string): KeptAccount | undefined {
  const profiles = readProfiles(configDirectory());
  return Object.hasOwn(profiles, name) ? profiles[name] : undefined;
}

/** The names of the profiles that are kept; empty if their file cannot be read. */
export function profileNames(): string[] {
  try {
    return Object.keys(readProfiles(configDirectory()));
  } catch {
    return [];
  }
}

function readProfiles(directory: string): Record<string, KeptAccount> {
  const file = fileOf(directory);
  try {
    const profiles: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (typeof profiles === 'object' && profiles !== null) return profiles as Record<string, KeptAccount>;
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' || code === 'ENOTDIR') return {};
    if (!(error instanceof SyntaxError)) throw new UsageError(explain(Object.assign(error as Error, { path: file })));
  }
  throw new UsageError(`${file}: expected what vehicle-lookup login writes; delete it, and log in again`);
}

/**
 * Keeps the account of a profile in a file that only this user can read.
 * @returns the file
 * @throws UserError when it cannot be written
 */
export function writeProfile(name: string, profile: KeptAccount): string {
  const directory = configDirectory();
  const file = fileOf(directory);
  const profiles = { ...readProfiles(directory), [name]: profile };
  try {
    writePrivately(directory, file, profiles);
  } catch (error) {
    throw new UserError(explain(Object.assign(error as Error, { path: file })));
  }
  return file;
}

/** Replaces a file as a whole; only this user can read it. */
export function writePrivately(directory: string, file: string, content: unknown): void {
  mkdirSync(directory, { recursive: true, mode: 0o700 });
  const draft = `${file}.${process.pid}.tmp`;
  writeFileSync(draft, `${JSON.stringify(content, null, 2)}\n`, { mode: 0o600 });
  // An earlier file of this name keeps its mode.
  chmodSync(draft, 0o600);
  renameSync(draft, file);
}
