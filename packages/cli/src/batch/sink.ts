import { randomUUID } from 'node:crypto';
import { chmodSync, closeSync, fstatSync, ftruncateSync, openSync, renameSync, rmSync, writeSync } from 'node:fs';
import { explain, UserError } from '@vehicle-lookup/toolkit/command-line';
import { EXIT } from '../exit-code.ts';

/** Output to which a batch writes its lines. */
export interface Sink {
  /** Writes a complete line or nothing. When the method returns, the line has been passed to the operating system. */
  append(line: string): void;
  /** Detects a full disk before a result is paid for. Only regular files support this check. */
  probe?(): void;
  close(): void;
}

/**
 * Opens a file for appending lines.
 * @param flags with `ax`, the file must not exist
 * @throws UserError with the reason if the file cannot be written
 */
export function openSink(file: string, flags: 'a' | 'ax'): Sink {
  try {
    return sinkOn(openSync(file, flags), file);
  } catch (error) {
    throw outputError(file, error);
  }
}

/** @param file file name for error messages */
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

/** Minimum free disk space in bytes. */
const PROBE = 4096;

/**
 * Replaces a file atomically: lines are written to a temporary file, which is then renamed.
 * @param mode permissions of the new file, regardless of the umask; default: the permissions of any new file
 * @throws UserError with the reason if the file cannot be written
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

/** Removes an incomplete line. Only regular files can be truncated. */
function truncate(descriptor: number, size: number): void {
  try {
    ftruncateSync(descriptor, size);
  } catch {}
}

/** Error messages that are specific to output files. */
const REASONS: Record<string, string> = {
  EEXIST: 'it already exists; use --resume to continue it, or choose another file',
  ENOENT: 'its directory does not exist; create the directory, or choose another file',
};

/** Errors that the user can avoid with a different --output. */
const WRONG_FILE = ['EEXIST', 'ENOENT', 'EACCES', 'EROFS'];

/** Converts an operating system error about an output file to a UserError. */
export function outputError(file: string, error: unknown): UserError {
  if (error instanceof UserError) return error;
  const { code = '' } = error as NodeJS.ErrnoException;
  const own = REASONS[code];
  const reason = own ? `${file}: ${own} (${code})` : explain(Object.assign(error as Error, { path: file }));
  return new UserError(`--output: ${reason}`, WRONG_FILE.includes(code) ? EXIT.usage : EXIT.failed);
}
