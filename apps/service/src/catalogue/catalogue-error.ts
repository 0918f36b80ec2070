import { StorageError } from '../sqlite/storage-error.ts';
import { UserError } from '../user-error.ts';

const REPLACE = 'Import the catalogue again, or restore it from a backup';

/** The file of a catalogue is missing, damaged, unfinished or of another release. A service lives on and answers 500. */
export class CatalogueError extends UserError {
  constructor(path: string, what: string, { cause, next = REPLACE }: { cause?: unknown; next?: string } = {}) {
    super(`${path}: ${what}. ${next}`);
    this.cause = cause;
  }
}

/** Wraps what went wrong while a catalogue was read. */
export function unreadable(path: string, cause: unknown): CatalogueError {
  if (cause instanceof CatalogueError) return cause;
  const origin = cause instanceof StorageError ? cause.cause : cause;
  const reason = origin instanceof Error ? origin.message : String(origin);
  return new CatalogueError(path, `not readable as a catalogue (${reason})`, { cause });
}
