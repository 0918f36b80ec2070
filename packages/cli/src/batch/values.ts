import { createReadStream } from 'node:fs';
import { explain, UsageError } from '@vehicle-lookup/command-line';
import type { OperationInput } from '../operation.ts';
import { readValue, type Value } from '../service.ts';

/** Longer than any value. A file without line ends is not a list. */
const MAX_LINE = 10_000;

/** The lines of a text that comes in pieces; `whole` is false for a last line without an end. */
export async function* splitLines(pieces: AsyncIterable<string>): AsyncGenerator<{ line: string; whole: boolean }> {
  let rest = '';
  for await (const piece of pieces) {
    const lines = (rest + piece).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) yield { line, whole: true };
  }
  if (rest !== '') yield { line: rest, whole: false };
}

/**
 * The words of a list, one per line, without blank lines and lines that begin with #.
 * @param from a file, or - for standard input
 * @param signal ends the reading, even while it waits for input
 * @throws UsageError when the list cannot be read
 */
export async function* readValues(from: string, signal: AbortSignal): AsyncGenerator<string> {
  const stream = from === '-' ? process.stdin : createReadStream(from);
  stream.setEncoding('utf8');
  const end = () => stream.destroy();
  signal.addEventListener('abort', end, { once: true });
  let number = 0;
  try {
    for await (const { line } of splitLines(limited(stream as AsyncIterable<string>))) {
      number++;
      if (signal.aborted) return;
      const value = line.replace(/^\uFEFF/, '').trim();
      if (value === '' || value.startsWith('#')) continue;
      yield value;
    }
  } catch (error) {
    if (signal.aborted) return;
    if (error instanceof UsageError) throw new UsageError(`--from: line ${number + 1} ${error.message}`);
    const reason = explain(Object.assign(error as Error, { path: from }));
    throw new UsageError(`--from: ${reason}. Give a file with one value per line, or -`);
  } finally {
    signal.removeEventListener('abort', end);
    stream.destroy();
  }
}

/**
 * Converts words to values and leaves out duplicates.
 * @param identify returns the same text for values that mean the same
 */
export async function* distinct(
  words: AsyncIterable<string>,
  input: OperationInput,
  identify: (value: Value) => string,
): AsyncGenerator<Value> {
  const seen = new Set<string>();
  for await (const word of words) {
    const value = readValue(input, word);
    const identity = identify(value);
    if (!seen.has(identity)) yield value;
    seen.add(identity);
  }
}

async function* limited(pieces: AsyncIterable<string>): AsyncGenerator<string> {
  let length = 0;
  for await (const piece of pieces) {
    const last = piece.lastIndexOf('\n');
    length = last < 0 ? length + piece.length : piece.length - last - 1;
    if (length > MAX_LINE) throw new UsageError(`has more than ${MAX_LINE} characters; expected one value per line`);
    yield piece;
  }
}
