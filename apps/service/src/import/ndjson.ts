import { isUtf8 } from 'node:buffer';
import type { EntryFault, LinePlace } from '../catalogue/catalogue-draft.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { checkLine } from './check-line.ts';
import { printable, shownValue, withValue } from './invalid-line.ts';

/** A longer line is wrong: no vehicle has that much data, and memory stays limited. */
export const LONGEST_LINE: number = 8 * 1024 * 1024;

/** Says something to readers of the file; loads nothing. */
interface NoteLine {
  kind: 'note';
  text: string;
}

/** The first line may say what the data are; it loads nothing. */
export interface OriginLine {
  kind: 'origin';
  /** Begins the name of the version. */
  label: string;
  /** Where the data come from, and under which terms. */
  text: string;
}

export type CheckedLine = CatalogueEntry | NoteLine | OriginLine;
type LineResult = { entry: CheckedLine } | { faults: Required<EntryFault>[] };

/** The entry of a line, or what is wrong with it; undefined for an empty line. */
export function readLine({ bytes, byte }: Line): LineResult | undefined {
  if (!bytes) return wrong(`at most ${LONGEST_LINE} bytes`, 'a longer line');
  if (!isUtf8(bytes)) return wrong('UTF-8', isUtf16(bytes) ? 'UTF-16' : 'bytes that are not UTF-8');
  const text = bytes.toString('utf8', byte === 0 && hasByteOrderMark(bytes) ? 3 : 0).trim();
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Readers would take its own "line 1" for a line of the file.
    const reason = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    return wrong('one JSON object', `text that is not JSON (${printable(reason)})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wrong('one JSON object', shownValue(value));
  }
  const fault = ambiguityOf(text, value);
  if (fault) return wrong(fault.expected, printable(fault.got));
  const result = checkedEntry(value as Record<string, unknown>);
  if (byte === 0 || !('entry' in result) || result.entry.kind !== 'origin') return result;
  return { faults: [{ pointer: '/kind', expected: 'an origin in the first line only', got: '"origin"' }] };
}

/** Writing a value of thousands of levels exhausts the stack; reading it does not. */
function ambiguityOf(text: string, value: unknown): ReturnType<typeof ambiguity> {
  try {
    return ambiguity(text, value);
  } catch (error) {
    if (error instanceof RangeError)
      return { expected: 'one JSON object', got: 'brackets within brackets, thousands of levels' };
    throw error;
  }
}

/** The entry, or what is wrong with it. */
export function checkedEntry(value: Record<string, unknown>): LineResult {
  const faults = checkLine(value);
  if (faults.length > 0) return { faults: faults.map((fault) => withValue(fault, value)) };
  return { entry: value as unknown as CheckedLine };
}

const wrong = (expected: string, got: string): LineResult => ({ faults: [{ pointer: '', expected, got }] });

/** Some editors write it in front of UTF-8. */
const hasByteOrderMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/**
 * Finds two faults that JSON.parse accepts. It keeps only the last of two fields with the same name. It reads an unpaired
 * surrogate, which UTF-8 cannot store.
 * @param value what JSON.parse made of the text
 * @returns what was expected and got; undefined: nothing is wrong
 */
function ambiguity(text: string, value: unknown): { expected: string; got: string } | undefined {
  const again = JSON.stringify(value);
  // JSON.stringify escapes surrogates only if the other half is missing.
  if (/\\ud/i.test(text) && HALF_SURROGATE.test(again)) {
    return { expected: 'text that is valid Unicode', got: 'half a surrogate pair (\\ud800 to \\udfff)' };
  }
  // The usual case: the text is what JSON.stringify writes, so nothing was dropped.
  if (again === text) return undefined;
  const name = duplicateMember(text);
  return name === undefined ? undefined : { expected: 'each field once in its object', got: `${name} twice` };
}

const HALF_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud/;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** The name of a field that its object has twice. @param text valid JSON */
function duplicateMember(text: string): string | undefined {
  const open: Set<unknown>[] = [];
  let latest = '';
  for (const [token] of text.matchAll(TOKEN)) {
    if (token === '{' || token === '[') open.push(new Set());
    else if (token === '}' || token === ']') open.pop();
    else if (token === ':') {
      const members = open.at(-1) as Set<unknown>;
      const name = JSON.parse(latest);
      if (members.has(name)) return JSON.stringify(name);
      members.add(name);
    } else latest = token;
  }
  return undefined;
}

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
