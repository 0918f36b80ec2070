import { createHash, randomUUID } from 'node:crypto';
import { linkSync, mkdirSync, readdirSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { reject } from '../call/options.ts';
import { VehicleLookupError } from '../errors.ts';
import type { AllowanceStore } from '../layers/allowance.ts';
import type { CacheStore } from '../layers/cache.ts';

/** A store for a cache and an allowance. */
export interface FileStore extends CacheStore, AllowanceStore {}

/**
 * Creates a store for a cache and an allowance in a directory, which several processes may use concurrently. Entries remain
 * complete if a process is killed. The directory must be on a local file system with hard links. The store contains no
 * credentials. Accounts may share a cache, but each account requires its own directory for its allowance.
 * @param directory a path; a missing directory is created with access only for this user
 * @throws VehicleLookupError `invalid_argument` when the directory cannot be created
 */
export function fileStore(directory: string): FileStore {
  if (!directory) reject('fileStore', 'directory', 'a non-empty text', directory);
  const directoryOf = (name: string) => createDirectory(join(directory, name));
  const drafts = directoryOf('drafts');
  removeOldDrafts(drafts);
  return { ...cacheIn(directoryOf('cache'), drafts), ...allowanceIn(directoryOf('allowance'), drafts) };
}

function createDirectory(path: string): string {
  try {
    mkdirSync(path, { recursive: true, mode: 0o700 });
    return path;
  } catch (cause) {
    const what = `directory: expected a writable directory, got ${codeOf(cause)} for ${path}.`;
    throw new VehicleLookupError('invalid_argument', 'fileStore', what, { cause });
  }
}

interface Entry {
  key: string;
  value: string;
  /** The expiry time, in milliseconds since 1970. */
  expires: number;
}

/** Creates a store with one file for each entry, which replaces the earlier file as a whole. */
function cacheIn(directory: string, drafts: string): CacheStore {
  const fileOf = (key: string): string => join(directory, `${createHash('sha256').update(key).digest('hex')}.json`);
  return {
    get(key) {
      const entry = readEntry(fileOf(key));
      // An expired file is not deleted, because another process may be replacing it with a paid response.
      return entry?.key === key && entry.expires > Date.now() ? entry.value : undefined;
    },
    set(key, value, seconds) {
      const entry: Entry = { key, value, expires: Date.now() + seconds * 1000 };
      renameSync(writeDraft(drafts, entry), fileOf(key));
    },
  };
}

/** Returns an entry; undefined if the file is missing or not an entry. The next response replaces an invalid file. */
function readEntry(file: string): Entry | undefined {
  try {
    return readJson<Entry>(file);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}

/** The number of versions that are kept, so that a process can detect that other processes have made later changes. */
const KEPT = 64;

/**
 * Stores the times in numbered files; the file with the highest number is valid. A link creates the next file. If another process
 * was faster, the link fails and the change is repeated. No lock remains if a process is killed.
 */
function allowanceIn(directory: string, drafts: string): AllowanceStore {
  const fileOf = (version: number): string => join(directory, `${version}.json`);
  const versions = (): number[] =>
    readdirSync(directory)
      .flatMap((name) => /^(\d+)\.json$/.exec(name)?.[1] ?? [])
      .map(Number)
      .sort((one, other) => one - other);

  const tryUpdate = (change: (times: readonly number[]) => number[]): boolean => {
    const latest = versions().at(-1);
    if (latest === undefined) {
      place(drafts, fileOf(0), []);
      return false;
    }
    const times = readTimes(fileOf(latest));
    // The file was removed, because other processes have created many versions in the meantime.
    if (times === undefined) return false;
    if (!place(drafts, fileOf(latest + 1), change(times))) return false;
    const known = versions();
    // Versions are removed in ascending order: if the version that was read still exists, the next version was new.
    if (!known.includes(latest)) return false;
    for (const version of known) if (version <= latest - KEPT) rmSync(fileOf(version), { force: true });
    return true;
  };
  return {
    update(change) {
      while (!tryUpdate(change));
    },
  };
}

/** Reads times; undefined if the file does not exist. @throws VehicleLookupError if it is invalid, because the count must not restart */
function readTimes(file: string): number[] | undefined {
  try {
    const times = readJson<unknown>(file);
    if (times === undefined || Array.isArray(times)) return times;
  } catch (error) {
    if (!(error instanceof SyntaxError)) throw error;
  }
  const what = `${file}: expected a list of times. Remove this file to restore the previous count.`;
  throw new VehicleLookupError('invalid_argument', 'fileStore', what);
}

/** Creates a file with its complete content. @returns false if the file exists */
function place(drafts: string, file: string, content: unknown): boolean {
  const draft = writeDraft(drafts, content);
  try {
    linkSync(draft, file);
    return true;
  } catch (error) {
    if (codeOf(error) === 'EEXIST') return false;
    throw error;
  } finally {
    rmSync(draft, { force: true });
  }
}

/** Milliseconds after which a draft is abandoned. Writing takes milliseconds, but its process may have been suspended. */
const OLD = 3_600_000;

/** Removes the drafts of processes that were killed. */
function removeOldDrafts(drafts: string): void {
  for (const name of readdirSync(drafts)) {
    const draft = join(drafts, name);
    // Another process may remove the same draft.
    const { mtimeMs = Number.POSITIVE_INFINITY } = statSync(draft, { throwIfNoEntry: false }) ?? {};
    if (Date.now() - mtimeMs > OLD) rmSync(draft, { force: true });
  }
}

/** Writes a temporary file that no reader opens. */
function writeDraft(drafts: string, content: unknown): string {
  const draft = join(drafts, `${randomUUID()}.tmp`);
  writeFileSync(draft, JSON.stringify(content), { flag: 'wx', mode: 0o600, flush: true });
  return draft;
}

/** Returns the content; undefined if the file does not exist. @throws if the file cannot be read, or is not JSON */
function readJson<T>(file: string): T | undefined {
  try {
    return JSON.parse(readFileSync(file, 'utf8'));
  } catch (error) {
    if (codeOf(error) === 'ENOENT') return undefined;
    throw error;
  }
}

const codeOf = (error: unknown): string => `${(error as NodeJS.ErrnoException).code ?? error}`;
