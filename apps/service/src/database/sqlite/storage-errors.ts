import { accessSync, constants } from 'node:fs';
import { dirname } from 'node:path';
import { StorageError, type StorageReason } from '../storage-error.ts';

const TEXT: Record<Exclude<StorageReason, 'unavailable'>, string> = {
  full: 'no space left to write; no acknowledged data are lost. Free some space, then try again',
  damaged: 'not readable as a database, because the file is damaged or is not a database. Restore it from a backup',
  locked: 'another process kept the file locked for too long. Try again; if it stays locked, look for a hung process',
  unreadable: 'cannot be opened. Check that the directory and the file exist and are readable',
  unwritable: 'cannot be written. Check the permissions of the file and its directory',
  failed: 'reading or writing failed. Check the disk, then try again',
};

/** SQLite's primary result codes, https://sqlite.org/rescode.html. */
const REASONS: Record<number, keyof typeof TEXT> = {
  5: 'locked', // BUSY
  6: 'locked', // LOCKED
  8: 'unwritable', // READONLY
  10: 'failed', // IOERR
  11: 'damaged', // CORRUPT
  13: 'full', // FULL
  14: 'unreadable', // CANTOPEN
  26: 'damaged', // NOTADB
};
/** IOERR_WRITE, the error after an exceeded file size limit or an exhausted disk quota. */
const IOERR_WRITE = 778;

const textOf = (cause: unknown): string => (cause instanceof Error ? cause.message : String(cause));

/** Converts an SQLite error about a file into a StorageError with the path; returns other errors unchanged. */
export function storageError(path: string, cause: unknown): unknown {
  const code = (cause as { errcode?: unknown } | null)?.errcode;
  if (typeof code !== 'number') return cause;
  const reason = code === IOERR_WRITE ? 'full' : REASONS[code & 0xff];
  if (!reason) return cause;
  const text = isReadOnly(path) ? READ_ONLY : TEXT[reason];
  return new StorageError(reason, path, `${text} (SQLite says: ${textOf(cause)})`, cause);
}

const READ_ONLY = 'its file system is read-only. Make it writable, or copy the directory to another disk';

function isReadOnly(path: string): boolean {
  try {
    accessSync(dirname(path), constants.W_OK);
    return false;
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EROFS';
  }
}

/** Runs `work` on the file. @throws StorageError if the file cannot be read or written */
export function withStorageErrors<T>(path: string, work: () => T): T {
  try {
    return work();
  } catch (cause) {
    throw storageError(path, cause);
  }
}
