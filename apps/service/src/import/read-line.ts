import { isUtf8 } from 'node:buffer';
import type { EntryFault } from '../catalogue/catalogue-draft.ts';
import type { CatalogueEntry } from '../catalogue/catalogue-entry.ts';
import { checkLine } from './check-line.ts';
import { printable, shownValue, withValue } from './invalid-line.ts';
import type { Line } from './ndjson/lines.ts';
import { ambiguity } from './ndjson/strict-json.ts';

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
export type LineResult = { entry: CheckedLine } | { faults: Required<EntryFault>[] };

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
