import type { LinePlace } from '../catalogue/catalogue-draft.ts';
import { LineSplitter } from './ndjson/lines.ts';
import { type LineResult, LONGEST_LINE, readLine } from './read-line.ts';

/** A line of the file, and what it says. */
export interface ReadEntry extends LinePlace {
  /** Offset of the byte after it. */
  end: number;
  /** undefined: the line is empty. */
  result: LineResult | undefined;
}

/** Reads the entries of a file, chunk by chunk. */
export interface EntryReader {
  /** What ends in this chunk. */
  push(chunk: Buffer): Iterable<ReadEntry>;
  /** What the end of the file ends. */
  end(): Iterable<ReadEntry>;
}

/** @param after the number of the last line that was read, and the offset after it */
export function ndjsonReader(after: LinePlace): EntryReader {
  const splitter = new LineSplitter(LONGEST_LINE, after);
  function* read(lines: Iterable<Parameters<typeof readLine>[0]>): Generator<ReadEntry> {
    for (const line of lines) yield { line: line.number, byte: line.byte, end: line.end, result: readLine(line) };
  }
  return { push: (chunk) => read(splitter.push(chunk)), end: () => read(splitter.end()) };
}
