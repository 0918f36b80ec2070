import { createHash, type Hash } from 'node:crypto';
import { closeSync, createReadStream, openSync, readSync, statSync } from 'node:fs';
import { Readable } from 'node:stream';
import { createGunzip } from 'node:zlib';
import { UserError } from '@vehicle-lookup/toolkit/command-line';

/** The file that is imported, uncompressed. */
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
 * @param file a path, or `-` for standard input; compressed with gzip or not
 * @throws UserError if the file does not exist
 */
export function openSource(file: string): ImportSource {
  if (file === '-') return pipe('standard input', process.stdin);
  const stats = statSync(file, { throwIfNoEntry: false });
  if (!stats) throw new UserError(`${file}: this file does not exist. Check the path, or give - for standard input`);
  if (stats.isDirectory()) throw new UserError(`${file}: expected a file, got a directory`);
  if (!stats.isFile()) return pipe(file, createReadStream(file, { highWaterMark: CHUNK }));
  if (!isGzip(firstBytes(file))) {
    const read = (start: number) => createReadStream(file, { start, highWaterMark: CHUNK });
    return { name: file, path: file, size: stats.size, read };
  }
  const read = (from: number) => without(from, gunzip(file, createReadStream(file, { highWaterMark: CHUNK })));
  return { name: file, path: file, size: undefined, read };
}

/** The first bytes of a source, and the source with them: a pipe can be read only once. */
export async function startOf(source: ImportSource, bytes: number): Promise<{ start: Buffer; whole: ImportSource }> {
  const chunks = source.read(0)[Symbol.asyncIterator]();
  const start = await atLeast(bytes, chunks);
  if (source.path === undefined) return { start, whole: { ...source, read: () => concat(start, chunks) } };
  await chunks.return?.();
  return { start, whole: source };
}

const pipe = (name: string, stream: Readable): ImportSource => ({
  name,
  path: undefined,
  size: undefined,
  read: () => uncompressed(name, stream),
});

const isGzip = (bytes: Buffer): boolean => bytes[0] === 0x1f && bytes[1] === 0x8b;

function firstBytes(file: string): Buffer {
  const descriptor = openSync(file, 'r');
  try {
    const bytes = Buffer.alloc(2);
    return bytes.subarray(0, readSync(descriptor, bytes));
  } finally {
    closeSync(descriptor);
  }
}

/** The content of a pipe, whose first bytes say whether it is compressed. */
async function* uncompressed(name: string, stream: Readable): AsyncGenerator<Buffer> {
  const chunks: AsyncIterator<Buffer> = stream[Symbol.asyncIterator]();
  const start = await atLeast(2, chunks);
  const whole = concat(start, chunks);
  yield* isGzip(start) ? gunzip(name, Readable.from(whole)) : whole;
}

/** Fewer bytes only if there are no more. */
async function atLeast(bytes: number, chunks: AsyncIterator<Buffer>): Promise<Buffer> {
  let start: Buffer = Buffer.alloc(0);
  while (start.length < bytes) {
    const next = await chunks.next();
    if (next.done) break;
    start = Buffer.concat([start, next.value]);
  }
  return start;
}

async function* concat(start: Buffer, rest: AsyncIterator<Buffer>): AsyncGenerator<Buffer> {
  if (start.length > 0) yield start;
  for (let next = await rest.next(); !next.done; next = await rest.next()) yield next.value;
}

/** @throws UserError if the data are damaged or cut off */
async function* gunzip(name: string, stream: Readable): AsyncGenerator<Buffer> {
  const content = createGunzip({ chunkSize: CHUNK });
  stream.on('error', (error) => content.destroy(error));
  try {
    yield* stream.pipe(content);
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (!code?.startsWith('Z_')) throw error;
    throw new UserError(`${name}: expected a whole gzip file, got damaged data (${message}). Get the file again`);
  } finally {
    stream.destroy();
  }
}

async function* without(bytes: number, chunks: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let left = bytes;
  for await (const chunk of chunks) {
    if (chunk.length > left) yield chunk.subarray(left);
    left = Math.max(0, left - chunk.length);
  }
}

/** SHA-256 of the beginning of a file, which grows as the file is read. */
export class PrefixHash {
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;

  /** Bytes hashed so far. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Hashes a chunk that begins at the offset `start`, up to the offset `end`; skips what is hashed already. */
  add(chunk: Buffer, start: number, end: number = start + chunk.length): void {
    this.#hash.update(chunk.subarray(this.#bytes - start, end - start));
    this.#bytes = end;
  }

  hex(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Of the first bytes of a source; of fewer if it is shorter. */
  static async of(source: ImportSource, bytes: number): Promise<PrefixHash> {
    const prefix = new PrefixHash();
    if (bytes === 0) return prefix;
    for await (const chunk of source.read(0)) {
      const start = prefix.bytes;
      prefix.add(chunk, start, Math.min(bytes, start + chunk.length));
      if (prefix.bytes === bytes) break;
    }
    return prefix;
  }
}
