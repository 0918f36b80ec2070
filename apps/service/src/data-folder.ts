import { mkdirSync } from 'node:fs';
import { join } from 'node:path';

/**
 * Where everything lies that the service keeps.
 *
 *     accounts.sqlite             plans, accounts, keys, usage
 *     catalogue/current           name of the catalogue that answers; replaced by a rename
 *     catalogue/<version>.sqlite  one file a version; never changed once it answers
 */
export interface DataFolder {
  root: string;
  accounts: string;
  catalogues: string;
  current: string;
}

export function dataFolder(root: string): DataFolder {
  const catalogues = join(root, 'catalogue');
  return { root, accounts: join(root, 'accounts.sqlite'), catalogues, current: join(catalogues, 'current') };
}

/** Makes the folders where they are missing, for their owner alone: user names and usage lie in them. */
export function prepareFolder({ catalogues }: DataFolder): void {
  mkdirSync(catalogues, { recursive: true, mode: 0o700 });
}
