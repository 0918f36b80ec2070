import { DatabaseSync } from 'node:sqlite';
import type { DataFolder } from '../data-folder.ts';
import { StorageError, withStorageErrors } from '../sqlite/storage-error.ts';
import { UserError } from '../user-error.ts';

/** How long an import waits for one that is about to end, in milliseconds. */
const TIMEOUT = 5000;

/**
 * Keeps other imports out of a data folder until the function that it gives is called, or the process ends, however
 * that ends. A file of its own, empty and never removed: a lock on a file that is renamed or thrown away excludes nobody.
 * @throws UserError when another import runs
 */
export function lockImports({ importLock }: DataFolder): () => void {
  let db: DatabaseSync | undefined;
  try {
    return withStorageErrors(importLock, () => {
      const held = new DatabaseSync(importLock, { timeout: TIMEOUT });
      db = held;
      held.exec('BEGIN EXCLUSIVE');
      return () => held.close();
    });
  } catch (error) {
    db?.close();
    if (error instanceof StorageError && error.reason === 'locked') {
      throw new UserError(`${importLock}: another import is running in this data folder. Wait until it has ended`);
    }
    throw error;
  }
}
