import { createReadStream, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UserError } from '@vehicle-lookup/toolkit/command-line';

export interface ImportSource {
  /** Name for messages. */
  name: string;
  /** Size of the stored file in bytes; undefined for standard input and other pipes. */
  size: number | undefined;
  /** Returns the number of stored bytes that have been read. */
  bytesRead(): number;
  /** Uncompressed content, which can be read only once. */
  content: AsyncIterable<Buffer>;
}

/** Chunk size in bytes: large enough for fast reading, small enough to keep a service in the same process responsive. */
const CHUNK = 1 << 18;

/**
 * Opens a file for import. @param file a path, or `-` for standard input; the content may be compressed with gzip
 * @throws UserError if the file does not exist
 */
export function openSource(file: string): ImportSource {
  if (file === '-') return sourceOf('standard input', () => process.stdin, undefined);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new UserError(`${file}: this file does not exist. Check the path, or use - for standard input`);
  if (stats.isDirectory()) throw new UserError(`${file}: expected a file, got a directory`);
  const open = () => createReadStream(file, { highWaterMark: CHUNK });
  return sourceOf(file, open, stats.isFile() ? stats.size : undefined);
}

function sourceOf(name: string, open: () => Readable, size: number | undefined): ImportSource {
  let bytes = 0;
  async function* stored(): AsyncGenerator<Buffer> {
    for await (const chunk of open()) {
      bytes += chunk.length;
      yield chunk;
    }
  }
  return { name, size, bytesRead: () => bytes, content: uncompressed(name, stored()) };
}

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

/** Uncompresses content that begins with the two gzip bytes; yields other content unchanged. */
async function* uncompressed(name: string, stored: AsyncGenerator<Buffer>): AsyncGenerator<Buffer> {
  let start = Buffer.alloc(0);
  while (start.length < 2) {
    const next = await stored.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  async function* whole(): AsyncGenerator<Buffer> {
    if (start.length > 0) yield start;
    yield* stored;
  }
  yield* isGzip(start) ? gunzip(name, Readable.from(whole())) : whole();
}

/** Uncompresses a gzip stream. @throws UserError if the data are damaged or truncated */
async function* gunzip(name: string, stream: Readable): AsyncGenerator<Buffer> {
  const content = createGunzip({ chunkSize: CHUNK });
  stream.on('error', (error) => content.destroy(error));
  try {
    yield* stream.pipe(content);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new UserError(`${name}: expected a complete gzip file, got damaged data (${message}). Get the file again`);
  } finally {
    stream.destroy();
  }
}
