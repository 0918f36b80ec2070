import type { LinePlace } from '../catalogue/draft/draft.ts';

/** A line of a file. */
export interface Line extends LinePlace {
  /** Without the newline; undefined if the line is longer than the limit, and its bytes were not kept. */
  bytes: Buffer | undefined;
}

/** Cuts chunks of bytes into lines. Keeps at most `limit` bytes of a line in memory. */
export class LineSplitter {
  readonly #limit: number;
  #line = 0;
  #byte = 0;
  #held: Buffer[] = [];
  #heldBytes = 0;

  constructor(limit: number) {
    this.#limit = limit;
  }

  /** The lines that end in this chunk. */
  *push(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let newline = chunk.indexOf(10); newline >= 0; newline = chunk.indexOf(10, from)) {
      yield this.#next(chunk.subarray(from, newline), 1);
      from = newline + 1;
    }
    this.#hold(chunk.subarray(from));
  }

  /** The last line, if the file does not end in a newline. */
  *end(): Generator<Line> {
    if (this.#heldBytes > 0) yield this.#next(Buffer.alloc(0), 0);
  }

  #hold(part: Buffer): void {
    this.#heldBytes += part.length;
    if (this.#heldBytes > this.#limit) this.#held = [];
    else if (part.length > 0) this.#held.push(part);
  }

  #next(rest: Buffer, newline: number): Line {
    const byte = this.#byte;
    const length = this.#heldBytes + rest.length;
    const whole = this.#held.length === 0 ? rest : Buffer.concat([...this.#held, rest]);
    this.#held = [];
    this.#heldBytes = 0;
    this.#line += 1;
    this.#byte += length + newline;
    return { line: this.#line, byte, bytes: length > this.#limit ? undefined : whole };
  }
}
