import { createReadStream } from 'node:fs';
import { readValue, type Value } from '../ask.ts';
import { CommandError } from '../command-error.ts';
import type { Input } from '../operation.ts';

/** No value is as long; a file without ends of lines is none of ours. */
const LONGEST = 10_000;

/** The lines of a text that comes in pieces, the last one also where its end is missing. */
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
 * The words of a list, one a line; blank lines and lines that begin with # are left out.
 * @param from a file, or - for standard input
 * @param signal ends the reading, also while it waits for more
 * @throws CommandError when the list cannot be read
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
    if (error instanceof CommandError) throw new CommandError(`--from: line ${number + 1} ${error.message}`);
    const { code = 'for an unknown reason' } = error as NodeJS.ErrnoException;
    throw new CommandError(`--from: ${from} cannot be read (${code}); expected a file with one value a line, or -`);
  } finally {
    signal.removeEventListener('abort', end);
    stream.destroy();
  }
}

/**
 * The values that words stand for, each once.
 * @param identify gives the same text for values that mean the same
 */
export async function* distinct(
  words: AsyncIterable<string>,
  input: Input,
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
    if (length > LONGEST) throw new CommandError(`has more than ${LONGEST} characters; expected one value a line`);
    yield piece;
  }
}
