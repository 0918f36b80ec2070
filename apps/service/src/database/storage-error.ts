import { UserError } from '@vehicle-lookup/toolkit/command-line';

/** Causes of storage errors. */
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

/** An error that is thrown if data cannot be read or written. Its `cause` is the storage engine's error. */
export class StorageError extends UserError {
  readonly reason: StorageReason;
  /** File path, or `host:port/database`. */
  readonly location: string;

  /** @param text what happened, and the next step */
  constructor(reason: StorageReason, location: string, text: string, cause: unknown) {
    super(`${location}: ${text}`);
    this.reason = reason;
    this.location = location;
    this.cause = cause;
  }
}
