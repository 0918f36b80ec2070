import { closeSync, fstatSync, ftruncateSync, openSync, writeSync } from 'node:fs';
import { CommandError, EXIT } from '../command-error.ts';

/** Where the lines of a batch go. */
export interface Sink {
  /** Writes one line, all of it or nothing; it is handed to the system before this returns. */
  append(line: string): void;
  close(): void;
}

/**
 * Opens a file for lines.
 * @param flags `ax`: it must not be there yet
 * @param mode who may read and write a new one
 * @throws CommandError that says why it cannot be written
 */
export function openSink(file: string, flags: 'a' | 'ax', mode?: number): Sink {
  let descriptor: number;
  try {
    descriptor = openSync(file, flags, mode);
  } catch (error) {
    throw explain(file, error);
  }
  let size = fstatSync(descriptor).size;
  return {
    append(line) {
      const bytes = Buffer.from(`${line}\n`);
      try {
        for (let at = 0; at < bytes.length; ) at += writeSync(descriptor, bytes, at);
        size += bytes.length;
      } catch (error) {
        cut(descriptor, size);
        throw explain(file, error);
      }
    },
    close: () => closeSync(descriptor),
  };
}

/** Takes half a line back; what is no ordinary file keeps it. */
function cut(descriptor: number, size: number): void {
  try {
    ftruncateSync(descriptor, size);
  } catch {}
}

const REASONS: Record<string, [string, number]> = {
  EEXIST: ['is there already; --resume goes on with it, or choose another file', EXIT.usage],
  ENOENT: ['cannot be made, as its folder does not exist', EXIT.usage],
  EACCES: ['may not be written by this user', EXIT.usage],
  EROFS: ['is on a file system that is read-only', EXIT.usage],
  ENOSPC: ['cannot be written, as the disk is full; make room', EXIT.failed],
  EDQUOT: ['cannot be written, as the disk quota is used up; make room', EXIT.failed],
  EFBIG: ['would grow beyond the size that is allowed here (ulimit -f)', EXIT.failed],
};

/** What the refusal of the operating system means here. */
export function explain(file: string, error: unknown): CommandError {
  if (error instanceof CommandError) return error;
  const { code = 'unknown reason' } = error as NodeJS.ErrnoException;
  const [reason, exitCode] = REASONS[code] ?? ['cannot be written', EXIT.failed];
  return new CommandError(`--output: ${file} ${reason} (${code})`, exitCode);
}
