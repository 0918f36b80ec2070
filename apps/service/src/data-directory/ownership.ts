import { existsSync, readdirSync, type Stats, statSync } from 'node:fs';
import { basename, join } from 'node:path';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { DataDirectory } from './data-directory.ts';

/** A file that does not belong to the owner of the data directory, as which the service runs. */
export interface ForeignFile {
  path: string;
  /** Whether the owner of the directory can use it all the same. */
  isUsable: boolean;
  text: string;
}

/** Files that another user made, root for example. Empty on systems without owners. */
export function foreignFiles({ root, catalogues }: DataDirectory): ForeignFile[] {
  if (process.getuid === undefined || !existsSync(root)) return [];
  const owner = statSync(root).uid;
  return [root, catalogues]
    .filter((directory) => statSync(directory, { throwIfNoEntry: false })?.isDirectory())
    .flatMap((directory) => readdirSync(directory).map((name) => join(directory, name)))
    .map((path) => ({ path, stats: statSync(path, { throwIfNoEntry: false }) }))
    .filter((file): file is { path: string; stats: Stats } => file.stats !== undefined && file.stats.uid !== owner)
    .map(({ path, stats }) => {
      const isUsable = (stats.mode & neededMode(path, stats)) === neededMode(path, stats);
      const text = `${path} belongs to user ${stats.uid}, the directory to user ${owner}`;
      return { path, isUsable, text: isUsable ? text : `${text}, which cannot use it` };
    });
}

/** What others than the owner of a file must be allowed: versions are only read, everything else is written. */
function neededMode(path: string, stats: Stats): number {
  if (stats.isDirectory()) return 0o007;
  const isVersion =
    /^(current|previous|(?!next\.importing).*\.sqlite)$/.test(basename(path)) && basename(path) !== 'accounts.sqlite';
  return isVersion ? 0o004 : 0o006;
}

/**
 * Before files are made: the service could not use those of another user.
 * @throws UserError that says which user may run the command
 */
export function rejectOtherUsers(directory: DataDirectory): void {
  const { root } = directory;
  const me = process.getuid?.();
  if (me === undefined || !existsSync(root)) return;
  const owner = statSync(root).uid;
  if (owner !== me) {
    throw new UserError(
      `${root} belongs to user ${owner}, and this is user ${me}: the service could not use the files. ` +
        `Run the command as that user, for example with: sudo -u '#${owner}'`,
    );
  }
  const unusable = foreignFiles(directory).find(({ isUsable }) => !isUsable);
  if (unusable) throw new UserError(`${unusable.text}. Run: ${giveBack(root, unusable.path)}`);
}

/** The command that gives a file to the owner of the directory. */
export const giveBack = (root: string, path: string): string => `chown --reference=${root} ${path}`;
