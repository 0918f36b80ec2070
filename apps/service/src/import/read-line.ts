import { isUtf8 } from 'node:buffer';
import { checkEntry } from './check-entry.ts';
import type { Entry } from './entry.ts';
import type { Line } from './lines.ts';
import { type Fault, printable, shown, valueAt } from './wrong-line.ts';

/** A line longer than this is wrong: no vehicle has that much to say, and memory stays flat. */
export const LONGEST_LINE: number = 8 * 1024 * 1024;

export type Reading = { entry: Entry } | { faults: Fault[] };

/** What a line says, or what is wrong with it; undefined for an empty line. */
export function readLine({ bytes, byte }: Line): Reading | undefined {
  if (!bytes) return wrong(`at most ${LONGEST_LINE} bytes`, 'a longer one');
  if (!isUtf8(bytes)) return wrong('UTF-8', isUtf16(bytes) ? 'UTF-16' : 'bytes that are not UTF-8');
  const text = bytes.toString('utf8', byte === 0 && hasMark(bytes) ? 3 : 0).trim();
  if (text === '') return undefined;
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    // Its own "line 1" would be taken for the file's.
    const reason = (error as Error).message.replace(/ \(line \d+ column \d+\)$/, '');
    return wrong('one JSON object', `text that is not JSON (${printable(reason)})`);
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return wrong('one JSON object', shown(value));
  const faults = checkEntry(value as Record<string, unknown>);
  // The check has just shown that it is one.
  if (faults.length === 0) return { entry: value as Entry };
  return { faults: faults.map((fault) => ({ ...fault, got: fault.got ?? shown(valueAt(value, fault.pointer)) })) };
}

const wrong = (expected: string, got: string): Reading => ({ faults: [{ pointer: '', expected, got }] });

/** The byte order mark that some editors write in front of UTF-8. */
const hasMark = (bytes: Buffer): boolean => bytes[0] === 0xef && bytes[1] === 0xbb && bytes[2] === 0xbf;

const isUtf16 = ([first, second]: Buffer): boolean =>
  (first === 0xff && second === 0xfe) || (first === 0xfe && second === 0xff);
