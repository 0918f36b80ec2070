import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { distinct, type Listed, readValues, splitLines } from '../src/batch/values.ts';

async function collect<T>(items: AsyncIterable<T>): Promise<T[]> {
  const all: T[] = [];
  for await (const item of items) all.push(item);
  return all;
}

const listed = (from: string, column?: string): Promise<Listed<string>[]> =>
  collect(readValues(from, 'vin', column, new AbortController().signal));

async function valuesOf(content: string | Buffer): Promise<string[]> {
  const file = join(temporaryDirectory(), 'list.txt');
  writeFileSync(file, content);
  return (await listed(file)).map(({ item }) => item);
}

test('a list has one value per line, and blank lines and comments are ignored', async () => {
  expect(await valuesOf('\uFEFFA\r\n\r\n# B\n  C  \nÄ 1\nD')).toEqual(['A', 'C', 'Ä 1', 'D']);
});

test('only the first of several equivalent words is a value', async () => {
  const vin = { name: 'vin', description: '', type: 'string' };
  const words = Readable.from(['b', 'A', 'B', 'a', 'c'].map((item, index) => ({ item, line: index + 1 })));
  expect(await collect(distinct(words, vin, (value) => String(value).toLowerCase()))).toEqual([
    { item: 'b', line: 1 },
    { item: 'A', line: 2 },
    { item: 'c', line: 5 },
  ]);
});

test('quotes around a value in a list are ignored', async () => {
  expect(await valuesOf(`"A"\n'B'\n" C "\n"D\n""\n`)).toEqual(['A', 'B', 'C', '"D', '']);
});

test.each(['', '\n', '# nothing\n'])('a list may be empty (%j)', async (content) => {
  expect(await valuesOf(content)).toEqual([]);
});

test('a missing file is reported with the next step', async () => {
  const missing = join(temporaryDirectory(), 'missing.txt');
  const read = listed(missing);
  await expect(read).rejects.toThrow(
    /--from: .*missing\.txt: it does not exist; .* \(ENOENT\)\. Pass a file with one value per line/,
  );
});

test('a directory is not a list', async () => {
  const read = listed(temporaryDirectory());
  await expect(read).rejects.toThrow('EISDIR');
});

test('a file without line feeds is rejected before the whole file is read', async () => {
  await expect(valuesOf(`A\nB\n${'x'.repeat(20_000_000)}`)).rejects.toThrow(
    /--from: line \d+ has more than 10000 char/,
  );
});

test('a signal stops reading, even while the reader is waiting for input', async () => {
  const stop = new AbortController();
  const values = readValues('-', 'vin', undefined, stop.signal);
  const waiting = values.next();
  stop.abort();
  expect(await waiting).toEqual({ done: true, value: undefined });
});

test('lines do not depend on the chunks of the stream', async () => {
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

describe('a column of a CSV file', () => {
  const columnOf = async (content: string, column: string) => {
    const file = join(temporaryDirectory(), 'list.csv');
    writeFileSync(file, content);
    return listed(file, column);
  };

  test.each([
    ['commas', 'plate,vin\nB-XY 1,A\n\nB-XY 2, B \n ,\n'],
    ['semicolons, in capitals, with CRLF', '\uFEFFPlate;VIN\r\nB-XY 1;A\r\n\r\nB-XY 2;B\r\n;;\r\n'],
    ['quotes', '"plate, ""of the car""","vin"\n"a, b",A\n\n"c","B"'],
    ['tabs', 'plate\tvin\tnote\nx\tA\t"\n\ny\tB\n'.replace('"', '')],
  ])('is read with its line numbers: %s', async (_, content) => {
    expect(await columnOf(content, 'vin')).toMatchObject([
      { item: 'A', line: 2 },
      { item: 'B', line: 4 },
    ]);
  });

  test('keeps the other columns by heading, even if the first heading is empty', async () => {
    const [found] = await columnOf('plate\tvin\t\tnote\n\tA\tx\t yes ', 'VIN');
    expect(found).toMatchObject({ item: 'A', others: new Map(Object.entries({ plate: '', note: ' yes ' })) });
  });

  test('is rejected with the existing columns if it does not exist', async () => {
    await expect(columnOf('plate;make\nB-XY 1;VW', 'vin')).rejects.toThrow(
      '--column: line 1 has the columns plate, make, but not vin',
    );
  });

  test('can be next to cells with line breaks', async () => {
    const found = await columnOf('id,vin,note\r\n1,A,"a\r\n""b""\r\n\r\nc"\r\n2,B,5" pipe\r\n', 'vin');
    expect(found).toMatchObject([
      { item: 'A', line: 2, others: new Map(Object.entries({ id: '1', note: 'a\r\n"b"\r\n\r\nc' })) },
      { item: 'B', line: 6, others: new Map(Object.entries({ id: '2', note: '5" pipe' })) },
    ]);
  });

  test('is rejected with the line number if a quote is not closed within the maximum length', async () => {
    const rows = Array.from({ length: 2_000 }, (_, index) => `${index},A`);
    await expect(columnOf(`id,vin\n"1,A\n${rows.join('\n')}`, 'vin')).rejects.toThrow(
      '--column: line 2 has a quote that is not closed',
    );
  });

  test('is rejected if a row has more cells than headings, except for blank cells at the end', async () => {
    expect(await columnOf('id,vin\n1,A,,\n', 'vin')).toMatchObject([{ item: 'A' }]);
    await expect(columnOf('id,vin\n1,A\n2,B,x,y\n', 'vin')).rejects.toThrow(
      '--column: line 3 has 4 cells, but there are 2 headings; put quotes around a cell that contains ","',
    );
  });

  test('is rejected with a similar heading if it is misspelt', async () => {
    await expect(columnOf('plate,VIN\nx,A', 'vinn')).rejects.toThrow('but not vinn; did you mean VIN?');
  });

  test('is rejected with the line number if a quote is not closed', async () => {
    await expect(columnOf('plate,vin\n"B-XY 1,A', 'vin')).rejects.toThrow('line 2 has a quote that is not closed');
  });
});

test.each([
  ['plate;VIN\nB-XY 1;A', 'line 1 looks like CSV with the columns plate, VIN; use --column VIN'],
  [
    '# list\n"no, plate",chassis\nx,A',
    'line 2 looks like CSV with the columns no, plate, chassis; use --column HEADING',
  ],
  ['Vin\nA', 'line 1 looks like CSV with the column Vin; use --column Vin'],
])('a CSV file without --column is rejected with a list of its columns (%j)', async (content, message) => {
  await expect(valuesOf(content)).rejects.toThrow(`--from: ${message}`);
});

test.each([
  [
    'windows-1252',
    Buffer.from('A\nM\xfcller\n', 'latin1'),
    'line 2 is not UTF-8; convert the list with iconv -f windows-1252 -t utf-8',
  ],
  [
    'UTF-16 from Excel',
    Buffer.from('\ufeffA\nB\n', 'utf16le'),
    'line 1 is UTF-16; convert the list with iconv -f utf-16 -t utf-8',
  ],
  ['UTF-16 in the other order', Buffer.from('\ufeffA\n', 'utf16le').swap16(), 'line 1 is UTF-16; convert'],
])('a list in %s is rejected with the command that converts it', async (_, content, message) => {
  await expect(valuesOf(content)).rejects.toThrow(`--from: ${message}`);
});
