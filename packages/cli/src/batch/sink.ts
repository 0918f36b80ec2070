import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { explain, UserError } from '@vehicle-lookup/toolkit/command-line';
import { EXIT } from '../exit-code.ts';

/** Where the lines of a batch are written. */
export interface Sink {
  /** Writes a whole line or nothing. The operating system has the line when this returns. */
  append(line: string): void;
  /** Notices a full disk, before a result is paid for that cannot be written. Only a regular file can. */
  probe?(): void;
  close(): void;
}

/**
 * Opens a file for lines.
 * @param flags `ax`: the file must not exist
 * @throws UserError that says why the file cannot be written
 */
export function openSink(file: string, flags: 'a' | 'ax'): Sink {
  try {
    return sinkOn(openSync(file, flags), file);
  } catch (error) {
    throw outputError(file, error);
  }
}

/** @param file the name for messages */
function sinkOn(descriptor: number, file: string): Sink {
  let { size } = fstatSync(descriptor);
  const append = (line: string) => {
    const bytes = Buffer.from(`${line}\n`);
    try {
      for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
      size += bytes.length;
    } catch (error) {
      truncate(descriptor, size);
      throw outputError(file, error);
    }
  };
  const probe = () => {
    const before = size;
    append(' '.repeat(PROBE));
    size = before;
    truncate(descriptor, size);
  };
  return { append, probe, close: () => closeSync(descriptor) };
}

/** Bytes that a disk has to have left. */
const PROBE = 4096;

/**
 * Writes lines to a new file and replaces a file by it: at any moment one of the two is complete.
 * @param mode the permissions of the new file, including those that the user's mask removes. Default: those of a new file
 * @throws UserError that says why the file cannot be written
 */
export async function replaceFile(file: string, write: (sink: Sink) => Promise<void>, mode?: number): Promise<void> {
  const draft = `${file}.${randomUUID()}.tmp`;
  try {
    const sink = sinkOn(openSync(draft, 'ax', mode), file);
    try {
      if (mode !== undefined) chmodSync(draft, mode);
      await write(sink);
    } finally {
      sink.close();
    }
    renameSync(draft, file);
  } catch (error) {
    rmSync(draft, { force: true });
    throw outputError(file, error);
  }
}

/** Removes half a line; only a regular file can be truncated. */
function truncate(descriptor: number, size: number): void {
  try {
    ftruncateSync(descriptor, size);
  } catch {}
}

/** Next steps that only an output has. */
const REASONS: Record<string, string> = {
  EEXIST: 'it exists already; --resume continues it, or choose another file',
  ENOENT: 'its directory does not exist; create it, or choose another file',
};

/** Errors that the user can avoid by another --output. */
const WRONG_FILE = ['EEXIST', 'ENOENT', 'EACCES', 'EROFS'];

/** The error for an output that the operating system rejects. */
export function outputError(file: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const own = REASONS[code];
  const reason = own ? `${file}: ${own} (${code})` : explain(Object.assign(error as Error, { path: file }));
  return new UserError(`--output: ${reason}`, WRONG_FILE.includes(code) ? EXIT.usage : EXIT.failed);
}
