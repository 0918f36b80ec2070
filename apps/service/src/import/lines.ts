/** A line of a file: its place, and its bytes without the newline. */
export interface Line {
  /** From 1. */
  number: number;
  /** Offset of its first byte. */
  byte: number;
  /** Offset of the byte after its newline: the next line begins there. */
  end: number;
  /** undefined: the line is longer than the limit, and its bytes were not kept. */
  bytes: Buffer | undefined;
}

/** Cuts chunks of bytes into lines. Keeps at most `limit` bytes of a line in memory. */
export class LineSplitter {
  readonly #limit: number;
  #number: number;
  #byte: number;
  #held: Buffer[] = [];
  #heldBytes = 0;

  /** @param after the number of the last line that was read, and the offset after it */
  constructor(limit: number, after: { line: number; byte: number }) {
    this.#limit = limit;
    this.#number = after.line;
    this.#byte = after.byte;
  }

  /** The lines that end in this chunk. */
  *push(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let newline = chunk.indexOf(10); newline >= 0; newline = chunk.indexOf(10, from)) {
      yield this.#line(chunk.subarray(from, newline), 1);
      from = newline + 1;
    }
    this.#hold(chunk.subarray(from));
  }

  /** The last line, if the file does not end in a newline. */
  *end(): Generator<Line> {
    if (this.#heldBytes > 0) yield this.#line(Buffer.alloc(0), 0);
  }

  #hold(part: Buffer): void {
    this.#heldBytes += part.length;
    if (this.#heldBytes > this.#limit) this.#held = [];
    else if (part.length > 0) this.#held.push(part);
  }

  #line(rest: Buffer, newline: number): Line {
    const byte = this.#byte;
    const length = this.#heldBytes + rest.length;
    const whole = this.#held.length === 0 ? rest : Buffer.concat([...this.#held, rest]);
    this.#held = [];
    this.#heldBytes = 0;
    this.#number += 1;
    this.#byte += length + newline;
    return { number: this.#number, byte, end: this.#byte, bytes: length > this.#limit ? undefined : whole };
  }
}
