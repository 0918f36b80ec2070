import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { distinct, readValues, splitLines } from '../src/batch/values.ts';
import { temporaryFolder } from './support/folder.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

async function valuesOf(content: string | Buffer): Promise<string[]> {
  const file = join(temporaryFolder(), 'list.txt');
  writeFileSync(file, content);
  return collect(readValues(file, new AbortController().signal));
}

test('a list has one value a line; blank lines and comments are left out', async () => {
  expect(await valuesOf('\uFEFFA\r\n\r\n# B\n  C  \nÄ 1\nD')).toEqual(['A', 'C', 'Ä 1', 'D']);
});

test('what means the same is one value, as it was written first', async () => {
  const vin = { name: 'vin', description: '', type: 'string' };
  const words = Readable.from(['b', 'A', 'B', 'a', 'c']);
  expect(await collect(distinct(words, vin, (value) => String(value).toLowerCase()))).toEqual(['b', 'A', 'c']);
});

test.each(['', '\n', '# nothing\n'])('a list may be empty (%j)', async (content) => {
  expect(await valuesOf(content)).toEqual([]);
});

test('a file that is not there is named', async () => {
  const missing = join(temporaryFolder(), 'missing.txt');
  const read = collect(readValues(missing, new AbortController().signal));
  await expect(read).rejects.toThrow(/--from: .*missing\.txt cannot be read \(ENOENT\); expected a file/);
});

test('a folder is no list', async () => {
  const read = collect(readValues(temporaryFolder(), new AbortController().signal));
  await expect(read).rejects.toThrow('EISDIR');
});

test('a file without ends of lines is refused before all of it is read', async () => {
  await expect(valuesOf(`A\nB\n${'x'.repeat(20_000_000)}`)).rejects.toThrow(
    /--from: line \d+ has more than 10000 char/,
  );
});

test('reading ends when it is told to, also while it waits', async () => {
  const stop = new AbortController();
  const values = readValues('-', stop.signal);
  const waiting = values.next();
  stop.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

test('lines are the same, however the text is cut into pieces', async () => {
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
