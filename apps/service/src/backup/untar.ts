import { UserError } from '@vehicle-lookup/command-line';

const BLOCK = 512;

/** A file of an archive. Its content must be read to its end before the next file. */
export interface ArchivedFile {
  name: string;
  size: number;
  content: AsyncIterable<Uint8Array>;
}

/**
 * The files of a tar archive, in their order: as `tar` writes them, or any other program in the format ustar.
 * @throws UserError if it is not an archive, or is damaged or incomplete
 */
export async function* untar(archive: AsyncIterable<Uint8Array>, name: string): AsyncGenerator<ArchivedFile> {
  const reader = new Reader(archive, name);
  for (;;) {
    const header = Buffer.from(await reader.read(BLOCK));
    if (header.every((byte) => byte === 0)) return;
    const file = readHeader(header, name);
    // Directories, links and extensions have nothing that belongs here.
    const isFile = ['0', '\0'].includes(String.fromCharCode(header[156] ?? 0));
    const content = reader.pieces(file.size);
    if (isFile) yield { ...file, content };
    for await (const _ of content);
    await reader.read((BLOCK - (file.size % BLOCK)) % BLOCK);
  }
}

function readHeader(header: Buffer, archive: string): { name: string; size: number } {
  const text = (from: number, to: number) => header.toString('utf8', from, to).replace(/\0.*$/s, '').trim();
  const sum = header.reduce((sum, byte, at) => sum + (at >= 148 && at < 156 ? 32 : byte), 0);
  if (Number.parseInt(text(148, 156), 8) !== sum) throw broken(archive);
  // GNU tar writes large sizes in binary.
  const isBinary = ((header[124] ?? 0) & 0x80) !== 0;
  const size = isBinary ? Number(header.readBigUInt64BE(128)) : Number.parseInt(text(124, 136), 8);
  if (!Number.isSafeInteger(size)) throw broken(archive);
  return { name: text(0, 100).replace(/^\.\//, ''), size };
}

const broken = (archive: string): UserError =>
  new UserError(`${archive}: not a backup, or damaged or incomplete: expected a tar archive. Give another backup`);

/** Reads exact numbers of bytes from pieces of any length. */
class Reader {
  readonly #pieces: AsyncIterator<Uint8Array>;
  readonly #name: string;
  #rest: Uint8Array = new Uint8Array();

  constructor(source: AsyncIterable<Uint8Array>, name: string) {
    this.#pieces = source[Symbol.asyncIterator]();
    this.#name = name;
  }

  async read(bytes: number): Promise<Uint8Array> {
    const parts: Uint8Array[] = [];
    for await (const piece of this.pieces(bytes)) parts.push(piece);
    return Buffer.concat(parts);
  }

  /** The next bytes; those that were read already are not read again. */
  pieces(bytes: number): AsyncIterableIterator<Uint8Array> {
    return this.#take(bytes);
  }

  async *#take(bytes: number): AsyncGenerator<Uint8Array> {
    for (let left = bytes; left > 0; ) {
      if (this.#rest.length === 0) {
        const next = await this.#pieces.next();
        if (next.done) throw broken(this.#name);
        this.#rest = next.value;
      }
      const piece = this.#rest.subarray(0, left);
      this.#rest = this.#rest.subarray(piece.length);
      left -= piece.length;
      yield piece;
    }
  }
}
