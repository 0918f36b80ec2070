import {
  accessSync,
  chmodSync,
  constants,
  existsSync,
  mkdirSync,
  mkdtempSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { homedir, tmpdir } from 'node:os';
import { basename, dirname, isAbsolute, join } from 'node:path';

/**
 * A directory that all clones of this repository share, filled once. It is filled beside its place and then renamed, so
 * that no process sees half of it and two processes may fill it at the same time.
 * @param name with the version in it
 * @param fill writes into the empty directory that it is given
 * @param readers who may read it; a user's own cache is often closed to others
 */
export function cachedDirectory(
  name: string,
  fill: (directory: string) => void,
  readers: 'owner' | 'everybody' = 'owner',
): string {
  const place = join(readers === 'owner' ? cacheRoot() : temporaryCache('-shared', 0o755), name);
  if (existsSync(place)) return place;
  mkdirSync(dirname(place), { recursive: true });
  const fresh = mkdtempSync(join(dirname(place), `.${basename(place)}-`));
  try {
    fill(fresh);
    if (readers === 'everybody') chmodSync(fresh, 0o755);
    renameSync(fresh, place);
  } catch (error) {
    // Another process was faster: its directory is as good.
    if (!existsSync(place)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return place;
}

/** The first of the usual places that can be written: the user's cache, else the temporary directory. */
function cacheRoot(): string {
  const { XDG_CACHE_HOME: cache = '' } = process.env;
  const places = [cache, join(homedir(), '.cache')].filter(isAbsolute).map((place) => join(place, 'vehicle-lookup'));
  return places.find(isWritable) ?? temporaryCache();
}

/** The temporary directory belongs to all users: what another one put there is not run. */
function temporaryCache(suffix = '', mode = 0o700): string {
  const place = join(tmpdir(), `vehicle-lookup-${process.getuid?.() ?? 'cache'}${suffix}`);
  mkdirSync(place, { recursive: true, mode });
  if (process.getuid && statSync(place).uid !== process.getuid()) {
    throw new Error(`${place} belongs to another user: set XDG_CACHE_HOME to a directory of your own`);
  }
  return place;
}

function isWritable(directory: string): boolean {
  try {
    mkdirSync(directory, { recursive: true });
    accessSync(directory, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}
