import { createHash, type Hash } from 'node:crypto';
import { createReadStream } from 'node:fs';

/** SHA-256 of the beginning of a file, whose end moves forward. */
export class PrefixHash {
  readonly #hash: Hash = createHash('sha256');
  #bytes = 0;

  /** Bytes that are hashed. */
  get bytes(): number {
    return this.#bytes;
  }

  /** Hashes a chunk that begins at the offset `start`, up to the offset `end`; what is hashed already is passed over. */
  add(chunk: Buffer, start: number, end: number = start + chunk.length): void {
    this.#hash.update(chunk.subarray(this.#bytes - start, end - start));
    this.#bytes = end;
  }

  hex(): string {
    return this.#hash.copy().digest('hex');
  }

  /** Of the first bytes of a file; of fewer where it is shorter. */
  static async ofFile(path: string, bytes: number): Promise<PrefixHash> {
    const prefix = new PrefixHash();
    if (bytes === 0) return prefix;
    const stream = createReadStream(path, { end: bytes - 1, highWaterMark: 1 << 20 });
    for await (const chunk of stream) prefix.add(chunk, prefix.#bytes);
    return prefix;
  }
}
