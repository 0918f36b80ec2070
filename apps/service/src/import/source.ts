import { createReadStream, statSync } from 'node:fs';
import { UserError } from '@vehicle-lookup/command-line';

/** The file that is imported. */
export interface ImportSource {
  /** For messages. */
  name: string;
  /** undefined: standard input or another pipe, which can be read only once. */
  path: string | undefined;
  /** In bytes; undefined if it is not known before the end. */
  size: number | undefined;
  /** Its bytes from an offset on. */
  read(from: number): AsyncIterable<Buffer>;
}

/** Large enough that only its lines cost time, small enough that a service in the same process stays responsive. */
const CHUNK = 1 << 18;

/**
 * @param file a path, or `-` for standard input
 * @throws UserError if the file does not exist
 */
export function openSource(file: string): ImportSource {
  if (file === '-') return { name: 'standard input', path: undefined, size: undefined, read: () => process.stdin };
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new UserError(`${file}: this file does not exist. Check the path, or give - for standard input`);
  if (stats.isDirectory()) throw new UserError(`${file}: expected a file of NDJSON, got a directory`);
  return {
    name: file,
    path: stats.isFile() ? file : undefined,
    size: stats.isFile() ? stats.size : undefined,
    // A pipe has no offsets.
    read: (from) => createReadStream(file, { ...(stats.isFile() && { start: from }), highWaterMark: CHUNK }),
  };
}
