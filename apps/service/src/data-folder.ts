import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { UserError } from './user-error.ts';

/**
 * Where everything lies that the service keeps.
 *
 *     accounts.sqlite             plans, accounts, keys, usage
 *     catalogue/current           name of the catalogue that answers; replaced by a rename
 *     catalogue/<version>.sqlite  one file a version; never changed once it answers
 *     import.lock                 empty; locked while an import runs
 */
export interface DataFolder {
  root: string;
  accounts: string;
  catalogues: string;
  current: string;
  importLock: string;
}

export function dataFolder(root: string): DataFolder {
  const catalogues = join(root, 'catalogue');
  return {
    root,
    accounts: join(root, 'accounts.sqlite'),
    catalogues,
    current: join(catalogues, 'current'),
    importLock: join(root, 'import.lock'),
  };
}

/**
 * Makes the folders where they are missing, for their owner alone: user names and usage lie in them.
 * @throws UserError when something else has the name of one
 */
export function prepareFolder({ catalogues }: DataFolder): void {
  try {
    mkdirSync(catalogues, { recursive: true, mode: 0o700 });
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
    throw new UserError(`${catalogues}: expected a folder, got a file. Move it away, or give another --data-dir`);
  }
}
