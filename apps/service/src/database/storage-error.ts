import { UserError } from '@vehicle-lookup/command-line';

/** What has to be fixed where data are stored. */
export type StorageReason = 'full' | 'damaged' | 'locked' | 'unreadable' | 'unwritable' | 'unavailable' | 'failed';

/** Data cannot be read or written. The cause is the error of the storage engine. */
export class StorageError extends UserError {
  readonly reason: StorageReason;
  /** Where: a path, or another name that its operator knows. */
  readonly location: string;

  /** @param text what happened and the next step */
  constructor(reason: StorageReason, location: string, text: string, cause: unknown) {
    super(`${location}: ${text}`);
    this.reason = reason;
    this.location = location;
    this.cause = cause;
  }
}

const REPLACE = 'Import the catalogue again, or restore it from a backup';

/** A catalogue is missing, damaged, unfinished or from another release. The service keeps running and replies 500. */
export class CatalogueError extends UserError {
  constructor(location: string, what: string, { cause, next = REPLACE }: { cause?: unknown; next?: string } = {}) {
    super(`${location}: ${what}. ${next}`);
    this.cause = cause;
  }
}
