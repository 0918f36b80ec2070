import { UserError } from '@vehicle-lookup/toolkit/command-line';

/** What has to be fixed where data are stored. */
export const STORAGE_REASONS = [
  'full',
  'damaged',
  'locked',
  'unreadable',
  'unwritable',
  'unavailable',
  'failed',
] as const;
export type StorageReason = (typeof STORAGE_REASONS)[number];

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
