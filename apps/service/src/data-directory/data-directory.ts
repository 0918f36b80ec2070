import { existsSync, mkdirSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '@vehicle-lookup/toolkit/command-line';

/**
 * The layout of a data directory.
 *
 *     accounts.sqlite             plans, accounts, keys, usage
 *     catalogue/current           name of the current catalogue; replaced by a rename
 *     catalogue/previous          name of the previously current catalogue
 *     catalogue/<version>.sqlite  one file for each version; never changed once it has been current
 *     catalogue/<version>.sqlite.sha256  its SHA-256, which `doctor` checks
 *     fetched/<version>.catalogue shared versions that this machine has fetched
 *     import.lock                 empty; locked while an import runs
 *     serve.lock                  empty; locked while a service runs
 */
export type DataDirectory = Record<
  'root' | 'accounts' | 'catalogues' | 'current' | 'previous' | 'fetched' | 'importLock' | 'serveLock',
  string
>;

/** Returns the paths of a data directory, which need not exist. */
export function dataDirectory(root: string): DataDirectory {
  const catalogues = join(root, 'catalogue');
  return {
    root,
    accounts: join(root, 'accounts.sqlite'),
    catalogues,
    current: join(catalogues, 'current'),
    previous: join(catalogues, 'previous'),
    fetched: join(root, 'fetched'),
    importLock: join(root, 'import.lock'),
    serveLock: join(root, 'serve.lock'),
  };
}

/** Returns true if the directory is missing or has no accounts yet; returns false for a file. */
export const isNew = ({ root, accounts }: DataDirectory): boolean =>
  (statSync(root, { throwIfNoEntry: false })?.isDirectory() ?? true) && !existsSync(accounts);

/**
 * Creates missing directories, readable only by their owner, because they contain user names and usage.
 * @throws UserError if a file exists at the path of a directory
 */
export function makeDirectories({ catalogues }: DataDirectory): void {
  try {
    mkdirSync(catalogues, { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UserError(`${catalogues}: expected a directory, got a file. Move it, or use a different --data-dir`);
  }
}

/**
 * Detects a catalogue without accounts, which may remain from a damaged data directory. New accounts would hide the damage.
 * @returns the reason and the next step; undefined if accounts may be created
 */
export function lostAccounts({ accounts, current }: DataDirectory): { text: string; next: string } | undefined {
  if (statSync(accounts, { throwIfNoEntry: false })?.size || !existsSync(current)) return undefined;
  return {
    text: `${accounts} is ${existsSync(accounts) ? 'empty' : 'missing'} although there is a catalogue`,
    next: 'if there were accounts, restore the latest backup into an empty directory (restore FILE); otherwise, run: account create',
  };
}

/** Rejects a data directory with a catalogue but no accounts. @throws UserError */
export function rejectLostAccounts(directory: DataDirectory): void {
  const lost = lostAccounts(directory);
  if (lost) throw new UserError(`${lost.text}, so the accounts may be lost; ${lost.next}`);
}

/** Checks that accounts.sqlite exists. @throws UserError if it is missing, or this user has no access to it */
export function requireAccounts({ root, accounts }: DataDirectory): void {
  try {
    if (statSync(accounts, { throwIfNoEntry: false })) return;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EACCES') throw error;
    throw new UserError(`${accounts}: this user cannot access the file. Run the command as the service's user`);
  }
  throw new UserError(
    `${root}: not a data directory, because accounts.sqlite is missing. Check --data-dir, or create a data directory: migrate`,
  );
}

/**
 * Returns files that do not belong to the owner of the data directory, who runs the service. For example, root may have created
 * such files. The owner may still be able to use a file. Returns an empty list on systems without file owners.
 */
export function foreignFiles({ root, catalogues }: DataDirectory): { path: string; isUsable: boolean; text: string }[] {
  if (process.getuid === undefined || !existsSync(root)) return [];
  const owner = statSync(root).uid;
  return [root, catalogues]
    .filter((directory) => statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    .flatMap((directory) => readdirSync(directory).map((name) => join(directory, name)))
    .map((path) => ({ path, stats: statSync(path, { throwIfNoEntry: false }) }))
    .filter((file): file is { path: string; stats: Stats } => file.stats !== undefined && file.stats.uid !== owner)
    .map(({ path, stats }) => {
      const isUsable = (stats.mode & neededMode(path, stats)) === neededMode(path, stats);
      const text = `${path} belongs to user ${stats.uid}, but the directory belongs to user ${owner}`;
      return { path, isUsable, text: isUsable ? text : `${text}, which cannot use it` };
    });
}

/** Returns the permissions that other users need for a path: versions are only read, whereas all other files are also written. */
function neededMode(path: string, stats: Stats): number {
  if (stats.isDirectory()) return 0o007;
  const isVersion =
    /^(current|previous|(?!next\.importing).*\.sqlite(\.sha256)?)$/.test(basename(path)) &&
    basename(path) !== 'accounts.sqlite';
  return isVersion ? 0o004 : 0o006;
}

/**
 * Rejects a command before it creates files as a user other than the owner, because the service could not use these files.
 * @throws UserError with the name of the user who may run the command
 */
export function rejectOtherUsers(directory: DataDirectory): void {
  const { root } = directory;
  const me = process.getuid?.();
  if (me === undefined || !existsSync(root)) return;
  const owner = statSync(root).uid;
  if (owner !== me) {
    throw new UserError(
      `${root} belongs to user ${owner}, but the current user is ${me}: the service could not use the files. ` +
        `Run the command as that user, for example with: sudo -u '#${owner}'`,
    );
  }
  const unusable = foreignFiles(directory).find(({ isUsable }) => !isUsable);
  if (unusable) throw new UserError(`${unusable.text}. Run: ${giveBack(root, unusable.path)}`);
}

/** Returns the command that changes the owner of a file to the owner of the directory. */
export const giveBack = (root: string, path: string): string => `chown --reference=${root} ${path}`;
