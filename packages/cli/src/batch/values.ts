import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { explain, UsageError } from '@vehicle-lookup/toolkit/command-line';
import type { OperationInput } from '../operation.ts';
import { readValue, type Value } from '../service.ts';
import { ColumnError, columnReader, listReader, OpenQuote, type Word } from './column.ts';

/** Longer than any value. A file without line ends is not a list. */
const MAX_LINE = 10_000;

/**
 * The lines of a text that comes in pieces; `whole` is false for a last line without an end.
 * @throws UsageError for a longer line
 */
export async function* splitLines(
  pieces: AsyncIterable<string>,
  longest: number = Number.POSITIVE_INFINITY,
): AsyncGenerator<{ line: string; whole: boolean }> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    if (rest.length > longest) throw new UsageError(`has more than ${longest} characters; expected one value per line`);
    for (const line of lines) yield { line, whole: true };
  }
  if (rest !== '') yield { line: rest, whole: false };
}

/** A value of a list, or the word for one, and where it stands. */
export interface Listed<Item> {
  item: Item;
  /** From 1. */
  line: number;
}

/** A line of a list with a value, which may occur twice. */
export interface ListRow {
  identity: string;
  /** The other fields of the line, by their headings, if the list is CSV. */
  others: ReadonlyMap<string, string>;
  isRepeated: boolean;
  isBlank: boolean;
}

/**
 * The words of a list, one per line, without blank lines and lines that begin with #; or the words of a column.
 * @param from a file, or - for standard input
 * @param parameter the name of the value
 * @param column the heading of the column that has the values, in a CSV file
 * @param signal ends the reading, even while it waits for input
 * @throws UsageError when the list cannot be read
 */
export async function* readValues(
  from: string,
  parameter: string,
  column: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Listed<string> & Word> {
  const stream = from === '-' ? process.stdin : createReadStream(from);
  // A character for each byte.
  stream.setEncoding('latin1');
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  const wordOf = column === undefined ? listReader(parameter) : columnReader(column);
  let number = 0;
  /** The first line of a row, and the row so far if the line end is inside quotes. */
  let [start, open] = [1, ''];
  try {
    for await (const { line } of splitLines(stream, MAX_LINE)) {
      number++;
      if (signal.aborted) return;
      const row = open + textOf(line).replace(/^\uFEFF/, '');
      let found: Word | undefined;
      try {
        found = wordOf(row.replace(/\r$/, ''));
      } catch (error) {
        if (column === undefined || !(error instanceof OpenQuote) || row.length > MAX_LINE) throw error;
        open = `${row}\n`;
        continue;
      }
      if (found) yield { ...found, line: start };
      [start, open] = [number + 1, ''];
    }
    if (open !== '') wordOf(open);
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof ColumnError) throw new UsageError(`${error.flag}: line ${start} ${error.message}`);
    if (error instanceof UsageError) throw new UsageError(`--from: line ${number + 1} ${error.message}`);
    const reason = explain(Object.assign(error as Error, { path: from }));
    throw new UsageError(`--from: ${reason}. Give a file with one value per line, or -`);
  } finally {
    stream.destroy();
  }
}

/** The text of a line of bytes. @throws ColumnError for another encoding, in which a batch would write wrong characters */
function textOf(line: string): string {
  const bytes = Buffer.from(line, 'latin1');
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const isUtf16 = /^(\xFF\xFE|\xFE\xFF)/.test(line);
  const [is, from] = isUtf16 ? ['is UTF-16', 'utf-16'] : ['is not UTF-8', 'windows-1252'];
  throw new ColumnError(`${is}; convert the list: iconv -f ${from} -t utf-8`, '--from');
}

/**
 * Converts words to values and leaves out duplicates.
 * @param identify returns the same text for values that mean the same
 * @param note receives every line, even a duplicate
 */
export async function* distinct(
  words: AsyncIterable<Listed<string> & Word>,
  input: OperationInput,
  identify: (value: Value) => string,
  note?: (row: ListRow) => unknown,
): AsyncGenerator<Listed<Value>> {
  const seen = new Set<string>();
  for await (const { item: word, line, others = new Map() } of words) {
    const item = readValue(input, word);
    const identity = identify(item);
    const isRepeated = seen.has(identity);
    note?.({ identity, others, isRepeated, isBlank: word === '' });
    if (!isRepeated) yield { item, line };
    seen.add(identity);
  }
}
