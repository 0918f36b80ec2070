import { createHash, type Hash } from 'node:crypto';
import type { ImportSource } from './source.ts';

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
