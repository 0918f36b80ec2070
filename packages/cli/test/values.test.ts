import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinct, readValues, splitLines } from '../src/batch/values.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function valuesOf(content: string | Buffer): Promise<string[]> {
  const file = join(temporaryDirectory(), 'list.txt');
  writeFileSync(file, content);
  return collect(readValues(file, new AbortController().signal));
}

test('a list has one value per line; blank lines and comments are left out', async () => {
  expect(await valuesOf('\uFEFFA\r\n\r\n# B\n  C  \nÄ 1\nD')).toEqual(['A', 'C', 'Ä 1', 'D']);
});

test('of words that mean the same only the first is a value', async () => {
  const vin = { name: 'vin', description: '', type: 'string' };
  const words = Readable.from(['b', 'A', 'B', 'a', 'c']);
  expect(await collect(distinct(words, vin, (value) => String(value).toLowerCase()))).toEqual(['b', 'A', 'c']);
});

test.each(['', '\n', '# nothing\n'])('a list may be empty (%j)', async (content) => {
  expect(await valuesOf(content)).toEqual([]);
});

test('a file that does not exist is named', async () => {
  const missing = join(temporaryDirectory(), 'missing.txt');
  const read = collect(readValues(missing, new AbortController().signal));
  await expect(read).rejects.toThrow(
    /--from: .*missing\.txt: it does not exist; .* \(ENOENT\)\. Give a file with one value per line/,
  );
});

test('a directory is not a list', async () => {
  const read = collect(readValues(temporaryDirectory(), new AbortController().signal));
  await expect(read).rejects.toThrow('EISDIR');
});

test('a file without line ends is refused before all of it is read', async () => {
  await expect(valuesOf(`A\nB\n${'x'.repeat(20_000_000)}`)).rejects.toThrow(
    /--from: line \d+ has more than 10000 char/,
  );
});

test('a signal ends the reading, also while it waits', async () => {
  const stop = new AbortController();
  const values = readValues('-', stop.signal);
  const waiting = values.next();
  stop.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

test('lines do not depend on the pieces in which the text comes', async () => {
  const pieces = fc.array(fc.string({ unit: fc.constantFrom('a', 'b', '\n', '\r') }));
  await fc.assert(
    fc.asyncProperty(pieces, async (parts) => {
      const found = await collect(splitLines(Readable.from(parts.filter((part) => part !== ''))));
      const text = parts.join('');
      expect(found.map(({ line, whole }) => line + (whole ? '\n' : '')).join('')).toBe(text);
      expect(found.filter(({ whole }) => whole)).toHaveLength(text.split('\n').length - 1);
    }),
  );
});
