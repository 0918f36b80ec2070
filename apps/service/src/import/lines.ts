import type { LinePlace } from '../catalogue/draft/draft.ts';

export interface Line extends LinePlace {
  /** Bytes without the newline; undefined for a line that exceeds the limit. */
  bytes: Buffer | undefined;
}

/** Splits chunks into lines, and yields the lines that end in each chunk. At most `limit` bytes of a line are in memory. */
export async function* linesOf(chunks: AsyncIterable<Buffer>, limit: number): AsyncGenerator<Iterable<Line>> {
  let [line, byte, length] = [0, 0, 0];
  /** Parts of the incomplete line. */
  let parts: Buffer[] = [];

  const hold = (part: Buffer): void => {
    length += part.length;
    if (length > limit) parts = [];
    else parts.push(part);
  };
  const end = (newline: number): Line => {
    const [first = Buffer.alloc(0), ...rest] = parts;
    const bytes = rest.length === 0 ? first : Buffer.concat(parts);
    const ended = { line: ++line, byte, bytes: length > limit ? undefined : bytes };
    byte += length + newline;
    [length, parts] = [0, []];
    return ended;
  };
  function* endingIn(chunk: Buffer): Generator<Line> {
    let from = 0;
    for (let newline = chunk.indexOf(10); newline >= 0; newline = chunk.indexOf(10, from)) {
      hold(chunk.subarray(from, newline));
      yield end(1);
      from = newline + 1;
    }
    if (from < chunk.length) hold(chunk.subarray(from));
  }

  for await (const chunk of chunks) yield endingIn(chunk);
  // The last line of a file without a final newline.
  if (length > 0) yield [end(0)];
}
