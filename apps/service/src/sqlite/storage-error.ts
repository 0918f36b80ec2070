import { UserError } from '../user-error.ts';

/** What happened to a database file, in the words of the one who has to mend it. */
export type StorageReason = 'full' | 'damaged' | 'locked' | 'unreadable' | 'unwritable' | 'failed';

/** A database file that cannot be read or written as it should. The cause is SQLite's own error. */
export class StorageError extends UserError {
  readonly reason: StorageReason;
  readonly path: string;

  constructor(reason: StorageReason, path: string, cause: unknown) {
    super(`${path}: ${TEXT[reason]} (SQLite says: ${textOf(cause)})`);
    this.reason = reason;
    this.path = path;
    this.cause = cause;
  }
}

const TEXT: Record<StorageReason, string> = {
  full: 'no room left to write; nothing acknowledged is lost. Make room, then try again',
  damaged: 'not readable as a database, the file is damaged or of another kind. Restore it from a backup',
  locked: 'another process kept the file locked too long. Try again; if it stays so, look for a process that hangs',
  unreadable: 'cannot be opened. Check that the folder and the file are there and may be read',
  unwritable:
    'may not be written. Check the permissions of the file and its folder, and that the disk is not read-only',
  failed: 'reading or writing failed. Check the disk, then try again',
};

/** SQLite's primary result codes, https://sqlite.org/rescode.html. */
const REASONS: Record<number, StorageReason> = {
  5: 'locked', // BUSY
  6: 'locked', // LOCKED
  8: 'unwritable', // READONLY
  10: 'failed', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'unreadable', // CANTOPEN
  26: 'damaged', // NOTADB
};
/** IOERR_WRITE: a limit on the size of files shows as a failed write, as an exhausted quota does. */
const IOERR_WRITE = 778;

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** SQLite's errors that concern the file become a StorageError that names it; any other error is returned as it is. */
export function storageError(path: string, cause: unknown): unknown {
  const code = (cause as { errcode?: unknown } | null)?.errcode;
  if (typeof code !== 'number') return cause;
  const reason = code === IOERR_WRITE ? 'full' : REASONS[code & 0xff];
  return reason ? new StorageError(reason, path, cause) : cause;
}

/** Runs `work` on the file. @throws StorageError where the file is what failed */
export function withStorageErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw storageError(path, cause);
  }
}
