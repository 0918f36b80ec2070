import { createReadStream, statSync } from 'node:fs';
import { UserError } from '../user-error.ts';

/** The file that is imported. */
export interface ImportSource {
  /** For messages. */
  name: string;
  /** undefined: standard input or another pipe, which can be read once. */
  path: string | undefined;
  /** Bytes; undefined where nobody knows before the end. */
  size: number | undefined;
  /** Its bytes from an offset on. */
  read(from: number): AsyncIterable<Buffer>;
}

/** Large enough that a chunk's cost is its lines', small enough that a service in the same process stays awake. */
const CHUNK = 1 << 18;

/**
 * @param file a path, or `-` for standard input
 * @throws UserError when there is no such file
 */
export function openSource(file: string): ImportSource {
  if (file === '-') return { name: 'standard input', path: undefined, size: undefined, read: () => process.stdin };
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new UserError(`${file}: there is no such file. Check the path, or give - for standard input`);
  if (stats.isDirectory()) throw new UserError(`${file}: expected a file of NDJSON, got a folder`);
  return {
    name: file,
    path: stats.isFile() ? file : undefined,
    size: stats.isFile() ? stats.size : undefined,
    // A pipe has no offsets.
    read: (from) => createReadStream(file, { ...(stats.isFile() && { start: from }), highWaterMark: CHUNK }),
  };
}
