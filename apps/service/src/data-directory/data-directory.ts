import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from '@vehicle-lookup/toolkit/command-line';

/**
 * The layout of a data directory.
 *
 *     accounts.sqlite             plans, accounts, keys, usage
 *     catalogue/current           name of the current catalogue; replaced by a rename
 *     catalogue/previous          name of the one that was current before it
 *     catalogue/<version>.sqlite  one file for each version; never changed once it has been current
 *     fetched/<version>.catalogue versions that all instances share, as this machine has fetched them
 *     import.lock                 empty; locked while an import runs
 */
export interface DataDirectory {
  root: string;
  accounts: string;
  catalogues: string;
  current: string;
  previous: string;
  fetched: string;
  importLock: string;
}

/** The paths of a data directory; nothing has to exist. */
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
  };
}

/**
 * Makes the directories that are missing, readable by their owner alone: they hold user names and usage.
 * @throws UserError if a file has the name of one
 */
export function makeDirectories({ catalogues }: DataDirectory): void {
  try {
    mkdirSync(catalogues, { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UserError(`${catalogues}: expected a directory, got a file. Move it away, or give another --data-dir`);
  }
}
