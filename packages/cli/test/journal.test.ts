import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { createJournal, resumeJournal } from '../src/batch/journal.ts';
import type { RecordForm } from '../src/batch/record.ts';
import { recordsIn, temporaryFolder } from './support/folder.ts';

const form: RecordForm = {
  operation: 'decodeVin',
  parameter: 'vin',
  member: 'data',
  identify: (value) => String(value).toUpperCase(),
};
const answer = (vin: string) => JSON.stringify({ operation: 'decodeVin', vin, data: { model: 'Golf' } });
const failure = (vin: string) =>
  JSON.stringify({ operation: 'decodeVin', vin, error: { code: 'network', message: 'no route' } });

function journal(content: string): string {
  const file = join(temporaryFolder(), 'out.ndjson');
  writeFileSync(file, content);
  return file;
}

async function resume(file: string, more: string[] = []): Promise<string[]> {
  const { sink, answered } = await resumeJournal(file, form);
  for (const line of more) sink.append(line);
  sink.close();
  return [...answered];
}

test('what is answered stays; failures and a torn last line go, to be asked again', async () => {
  const file = journal(`${answer('A')}\n${failure('B')}\n${answer('C')}\n${answer('D').slice(0, -5)}`);
  expect(await resume(file, [answer('B')])).toEqual(['A', 'C']);
  expect(readFileSync(file, 'utf8')).toBe(`${[answer('A'), answer('C'), answer('B')].join('\n')}\n`);
  expect(readdirSync(dirname(file))).toEqual(['out.ndjson']);
});

test('cut at any byte, a file is resumed with all whole answers and nothing else', async () => {
  const vins = ['A', 'Ä', '比', 'D'];
  const whole = Buffer.from(vins.map((vin) => `${answer(vin)}\n`).join(''));
  const file = journal('');
  await fc.assert(
    fc.asyncProperty(fc.nat(whole.length), async (length) => {
      writeFileSync(file, whole.subarray(0, length));
      const kept = vins.slice(0, whole.subarray(0, length).toString('latin1').split('\n').length - 1);
      const missing = vins.filter((vin) => !kept.includes(vin));
      expect(await resume(file, missing.map(answer))).toEqual(expect.arrayContaining(kept));
      expect(new Set(recordsIn(file).map(({ vin }) => vin))).toEqual(new Set(vins));
    }),
    { numRuns: process.env.DEEP ? 2000 : 100 },
  );
});

test.each([
  ['a line', ''],
  ['the first sign of a line', '{'],
  ['half a line', answer('C').slice(0, -5)],
])('NULs that a power failure left in place of %s go, and the whole lines before them stay', async (_, begun) => {
  const file = journal(`${answer('A')}\n${answer('B')}\n${begun}${'\0'.repeat(100)}`);
  expect(await resume(file, [answer('C')])).toEqual(['A', 'B']);
  expect(readFileSync(file, 'utf8')).toBe(`${['A', 'B', 'C'].map(answer).join('\n')}\n`);
});

test('a file that is not there begins empty', async () => {
  const file = join(temporaryFolder(), 'new.ndjson');
  expect(await resume(file, [answer('A')])).toEqual([]);
  expect(recordsIn(file)).toHaveLength(1);
});

test('a link to the file stays a link', async () => {
  const file = journal(`${failure('A')}\n`);
  const link = join(dirname(file), 'link');
  symlinkSync(file, link);
  await resume(link, [answer('A')]);
  expect(recordsIn(file)).toEqual([JSON.parse(answer('A'))]);
});

test('whoever may read the file, may read it afterwards, and a file beside it stays', async () => {
  const file = journal(`${failure('A')}\n`);
  writeFileSync(`${file}.tmp`, 'mine');
  for (const mode of [0o600, 0o666]) {
    writeFileSync(file, `${failure('A')}\n`);
    chmodSync(file, mode);
    await resume(file);
    expect(readFileSync(file, 'utf8')).toBe('');
    expect(statSync(file).mode & 0o777).toBe(mode);
  }
  expect(readFileSync(`${file}.tmp`, 'utf8')).toBe('mine');
  expect(readdirSync(dirname(file)).sort()).toEqual(['out.ndjson', 'out.ndjson.tmp']);
});

test('an answer is one of every value that means the same', async () => {
  expect(await resume(journal(`${answer('wvw')}\n`))).toEqual(['WVW']);
});

describe('a file that such a batch has not written is refused and stays as it is', () => {
  test.each([
    ['notes', 'no JSON'],
    ['notes\nmore', 'no JSON'],
    [`${answer('A')}\n\0\0notes`, 'no JSON'],
    [`${answer('A')}\n\0\0\n`, 'no JSON'],
    ['{}\n', 'no line of a batch'],
    ['[1]\n', 'no line of a batch'],
    [`${answer('A')}\n\n`, 'no JSON'],
    [`${answer('A').replace('decodeVin', 'getEngines')}\n`, 'a line of another operation'],
    [`${answer('A').replace('"data"', '"body"')}\n`, 'a line without data'],
    [`${answer('A').replace('"vin":"A",', '')}\n`, 'a line without vin'],
  ])('%j', async (content, words) => {
    const file = journal(content);
    await expect(resumeJournal(file, form)).rejects.toThrow(
      new RegExp(`--output: .*out\\.ndjson:\\d: expected .* found ${words}; choose another file`),
    );
    expect(readFileSync(file, 'utf8')).toBe(content);
  });
});

test('a new batch overwrites no file', () => {
  const file = journal('mine');
  expect(() => createJournal(file)).toThrow(/is there already; --resume goes on with it, or choose another file/);
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a folder that is not there is named', () => {
  expect(() => createJournal(join(temporaryFolder(), 'no/out'))).toThrow('its folder does not exist');
});

describe('what is no regular file is refused, as it may have no end', () => {
  test.each([
    ['a folder', mkdirSync],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a device', (path: string) => symlinkSync('/dev/full', path)],
  ])('%s', async (_, make) => {
    const path = join(temporaryFolder(), 'output');
    make(path);
    await expect(resumeJournal(path, form)).rejects.toThrow(/--output: .*output is no regular file; choose another/);
  });
});
