import { isUtf8 } from 'node:buffer';
import { type CheckedEntry, checkEntry, excerpt, type ReadEntry, shownValue } from './check-entry.ts';
import { type Line, linesOf } from './lines.ts';
import type { ImportSource } from './source.ts';

/** Maximum number of bytes in a line. The limit exceeds the data of any vehicle, and limits the memory. */
export const LONGEST_LINE: number = 8 * 1024 * 1024;

/** Reads the entries of an NDJSON file, chunk by chunk. */
export async function* readNdjson({ content }: ImportSource): AsyncGenerator<Iterable<ReadEntry>> {
  for await (const lines of linesOf(content, LONGEST_LINE)) yield read(lines);
}

function* read(lines: Iterable<Line>): Generator<ReadEntry> {
  for (const line of lines) yield { line: line.line, byte: line.byte, result: readLine(line) };
}

/** Returns the entry of a line, or its errors; returns undefined for an empty line. */
function readLine({ bytes, byte }: Line): CheckedEntry | undefined {
  if (!bytes) return wrong(`at most ${LONGEST_LINE} bytes`, 'a longer line');
  if (!isUtf8(bytes)) return wrong('UTF-8', isUtf16(bytes) ? 'UTF-16' : 'bytes that are not UTF-8');
  const text = bytes.toString('utf8', byte === 0 && hasByteOrderMark(bytes) ? 3 : 0).trim();
  if (text === '') return undefined;
  let value: unknown;
  let fault: ReturnType<typeof ambiguity>;
  try {
    value = JSON.parse(text);
    fault = ambiguity(text, value);
  } catch (error) {
    // A value with thousands of levels exhausts the stack during serialisation, but not during parsing.
    if (error instanceof RangeError) return wrong('one JSON object', 'thousands of nested brackets');
    // The parser's own "line 1" would look like a line number in the file.
    const reason = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    return wrong('one JSON object', `text that is not JSON (${excerpt(reason)})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return wrong('one JSON object', shownValue(value));
  }
  if (fault) return wrong(fault.expected, excerpt(fault.got));
  const result = checkEntry(value as Record<string, unknown>);
  if (byte === 0 || !('entry' in result) || result.entry.kind !== 'origin') return result;
  return { faults: [{ pointer: '/kind', expected: 'an origin in the first line only', got: '"origin"' }] };
}

const wrong = (expected: string, got: string): CheckedEntry => ({ faults: [{ pointer: '', expected, got }] });

/** Returns whether bytes begin with a byte order mark, which some editors write before UTF-8. */
const hasByteOrderMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);

/**
 * Detects two errors that JSON.parse accepts: two fields with the same name, of which JSON.parse keeps only the last, and an
 * unpaired surrogate, which UTF-8 cannot encode.
 * @param value result of JSON.parse for the text
 * @returns the expected and the actual value; undefined if there is no error
 */
function ambiguity(text: string, value: unknown): { expected: string; got: string } | undefined {
  const again = JSON.stringify(value);
  // JSON.stringify escapes only unpaired surrogates.
  if (/\\ud/i.test(text) && HALF_SURROGATE.test(again)) {
    return { expected: 'valid Unicode text', got: 'half a surrogate pair (\\ud800 to \\udfff)' };
  }
  // In the usual case, the text equals the output of JSON.stringify, so no field was dropped.
  if (again === text) return undefined;
  const name = duplicateMember(text);
  return name === undefined ? undefined : { expected: 'each field once in its object', got: `${name} twice` };
}

const HALF_SURROGATE = /(?:^|[^\\])(?:\\\\)*\\ud/;
const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\]:]/g;

/** Returns the name of a duplicate field in an object. @param text valid JSON */
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
