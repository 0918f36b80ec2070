import { UserError } from '@vehicle-lookup/toolkit/command-line';
import { StorageError } from '../database/storage-error.ts';

const REPLACE = 'Import the catalogue again, or restore it from a backup';

/** A catalogue is missing, damaged, unfinished or from another release. The service keeps running and returns 500. */
export class CatalogueError extends UserError {
  constructor(location: string, what: string, { cause, next = REPLACE }: { cause?: unknown; next?: string } = {}) {
    super(`${location}: ${what}. ${next}`);
    this.cause = cause;
  }
}

/** Turns whatever went wrong while a catalogue was read into a CatalogueError. */
export function catalogueError(path: string, cause: unknown): CatalogueError {
  if (cause instanceof CatalogueError) return cause;
  const origin = cause instanceof StorageError ? cause.cause : cause;
  const text = origin instanceof Error ? origin.message : String(origin);
  return new CatalogueError(path, `not readable as a catalogue (${text})`, { cause });
}
