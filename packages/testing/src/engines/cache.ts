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
 * Returns a directory that all clones of this repository share, and fills it on first use. `fill` writes to a temporary directory,
 * which is then renamed. Processes therefore never find a partial directory, and two processes can fill it concurrently.
 * @param name contains the version
 * @param fill writes the files to the given empty directory
 * @param readers users who may read the directory; other users often cannot read a user's own cache
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
    // Another process has filled the directory first, with equivalent content.
    if (!existsSync(place)) throw error;
  } finally {
    rmSync(fresh, { recursive: true, force: true });
  }
  return place;
}

/** Returns the first writable location: the user's cache or the temporary directory. */
function cacheRoot(): string {
  const { XDG_CACHE_HOME: cache = '' } = process.env;
  const places = [cache, join(homedir(), '.cache')].filter(isAbsolute).map((place) => join(place, 'vehicle-lookup'));
  return places.find(isWritable) ?? temporaryCache();
}

/**
 * Returns a cache in the temporary directory, which all users share. Throws if the cache belongs to another user, whose files must
 * not be executed.
 */
function temporaryCache(suffix = '', mode = 0o700): string {
  const place = join(tmpdir(), `vehicle-lookup-${process.getuid?.() ?? 'cache'}${suffix}`);
  mkdirSync(place, { recursive: true, mode });
  if (process.getuid && statSync(place).uid !== process.getuid()) {
    throw new Error(`${place} belongs to another user: set XDG_CACHE_HOME to your own directory`);
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
