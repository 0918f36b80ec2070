import { DatabaseSync } from 'node:sqlite';
import { UserError } from '@vehicle-lookup/toolkit/command-line';
import type { DataDirectory } from '../../data-directory/data-directory.ts';
import { withStorageErrors } from '../../database/sqlite/storage-errors.ts';
import { StorageError } from '../../database/storage-error.ts';

/** How long an import waits for one that is about to end, in milliseconds. */
const TIMEOUT = 5000;

/**
 * Keeps other imports out of a data directory until the returned function is called, or the process ends in any way. The
 * lock has its own file, which is empty and never removed: a lock on a file that is renamed or deleted keeps no other process out.
 * @throws UserError if another import is running
 */
export function lockImports({ importLock }: DataDirectory, timeout: number = TIMEOUT): () => void {
  const db = withStorageErrors(importLock, () => new DatabaseSync(importLock, { timeout }));
  try {
    withStorageErrors(importLock, () => db.exec('BEGIN EXCLUSIVE'));
    return () => db.close();
  } catch (error) {
    db.close();
    if (!(error instanceof StorageError && error.reason === 'locked')) throw error;
    throw new UserError(`${importLock}: another import is running in this data directory. Wait until it has ended`);
  }
}
