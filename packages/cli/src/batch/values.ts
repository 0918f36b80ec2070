import { isUtf8 } from 'node:buffer';
import { createReadStream } from 'node:fs';
import { explain, UsageError } from '@vehicle-lookup/toolkit/command-line';
import type { OperationInput } from '../operation.ts';
import { readValue, type Value } from '../service.ts';
import { ColumnError, columnReader, listReader, OpenQuote, type Word } from './column.ts';

/** Maximum line length, which is longer than any value. */
const MAX_LINE = 10_000;

/**
 * Splits a stream of text into lines. `whole` is false for a last line without a line feed.
 * @throws UsageError if a line is longer than `longest`
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

/** A value or word in a list, with its line number. */
export interface Listed<Item> {
  item: Item;
  /** Line number, starting at 1. */
  line: number;
}

/** A line in a list with its value. Values may be repeated. */
export interface ListRow {
  identity: string;
  /** Other fields of the line, keyed by heading, if the list is CSV. */
  others: ReadonlyMap<string, string>;
  isRepeated: boolean;
  isBlank: boolean;
}

/**
 * Reads the words in a list with one word per line, or in a CSV column. In a list, blank lines and lines that begin with # are ignored.
 * @param from path of the list, or - for standard input
 * @param parameter name of the parameter for the values
 * @param column heading of the CSV column with the values; undefined for a list
 * @param signal stops reading, even while the function is waiting for input
 * @throws UsageError if the list cannot be read
 */
export async function* readValues(
  from: string,
  parameter: string,
  column: string | undefined,
  signal: AbortSignal,
): AsyncGenerator<Listed<string> & Word> {
  const stream = from === '-' ? process.stdin : createReadStream(from);
  // Latin-1 decodes each byte to one character, so that each line can be checked for valid UTF-8.
  stream.setEncoding('latin1');
  signal.addEventListener('abort', () => stream.destroy(), { once: true });
  const wordOf = column === undefined ? listReader(parameter) : columnReader(column);
  let number = 0;
  /** Line number at which the current row begins, and the incomplete row if a quote is still open. */
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
    throw new UsageError(`--from: ${reason}. Pass a file with one value per line, or -`);
  } finally {
    stream.destroy();
  }
}

/** Decodes a line as UTF-8. @throws ColumnError for any other encoding, because a batch would write incorrect characters */
function textOf(line: string): string {
  const bytes = Buffer.from(line, 'latin1');
  if (isUtf8(bytes)) return bytes.toString('utf8');
  const isUtf16 = /^(\xFF\xFE|\xFE\xFF)/.test(line);
  const [is, from] = isUtf16 ? ['is UTF-16', 'utf-16'] : ['is not UTF-8', 'windows-1252'];
  throw new ColumnError(`${is}; convert the list with iconv -f ${from} -t utf-8`, '--from');
}

/**
 * Converts words to values and omits duplicates.
 * @param identify returns an identity that equivalent values share
 * @param note receives every line, including duplicates
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
