import { execFileSync } from 'node:child_process';
import { chmodSync, mkdirSync, readdirSync, readFileSync, statSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { resumeJournal } from '../src/batch/journal.ts';
import type { RecordForm } from '../src/batch/record.ts';
import { openSink } from '../src/batch/sink.ts';
import { recordsIn } from './support/files.ts';

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
  const file = join(temporaryDirectory(), 'out.ndjson');
  writeFileSync(file, content);
  return file;
}

async function resume(file: string, more: string[] = []): Promise<string[]> {
  const { sink, results } = await resumeJournal(file, form);
  for (const line of more) sink.append(line);
  sink.close();
  return [...results.keys()];
}

test('results are kept, but failures and an incomplete last line are removed, so that their values are requested again', async () => {
  const file = journal(`${answer('A')}\n${failure('B')}\n${answer('C')}\n${answer('D').slice(0, -5)}`);
  expect(await resume(file, [answer('B')])).toEqual(['A', 'C']);
  expect(readFileSync(file, 'utf8')).toBe(`${[answer('A'), answer('C'), answer('B')].join('\n')}\n`);
  expect(readdirSync(dirname(file))).toEqual(['out.ndjson']);
});

test('a file that was truncated at any byte keeps all complete results', async () => {
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
  ['no other characters', ''],
  ['the first character of a line', '{'],
  ['half a line', answer('C').slice(0, -5)],
])('after a power failure, NUL characters and %s are removed, and complete lines are kept', async (_, begun) => {
  const file = journal(`${answer('A')}\n${answer('B')}\n${begun}${'\0'.repeat(100)}`);
  expect(await resume(file, [answer('C')])).toEqual(['A', 'B']);
  expect(readFileSync(file, 'utf8')).toBe(`${['A', 'B', 'C'].map(answer).join('\n')}\n`);
});

test('a file that does not exist is created', async () => {
  const file = join(temporaryDirectory(), 'new.ndjson');
  expect(await resume(file, [answer('A')])).toEqual([]);
  expect(recordsIn(file)).toHaveLength(1);
});

test('a symbolic link to the file stays a link', async () => {
  const file = journal(`${failure('A')}\n`);
  const link = join(dirname(file), 'link');
  symlinkSync(file, link);
  await resume(link, [answer('A')]);
  expect(recordsIn(file)).toEqual([JSON.parse(answer('A'))]);
});

test('the file keeps its permissions, and other files in the directory are unchanged', async () => {
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

test('equivalent values share one result', async () => {
  expect(await resume(journal(`${answer('wvw')}\n`))).toEqual(['WVW']);
});

describe('a file that is not from such a batch is rejected without changes', () => {
  test.each([
    ['notes', 'a line that is not JSON'],
    ['notes\nmore', 'a line that is not JSON'],
    [`${answer('A')}\n\0\0notes`, 'a line that is not JSON'],
    [`${answer('A')}\n\0\0\n`, 'a line that is not JSON'],
    ['{}\n', 'a line without an operation'],
    ['[1]\n', 'a line without an operation'],
    [`${answer('A')}\n\n`, 'a line that is not JSON'],
    [`${answer('A').replace('decodeVin', 'getEngines')}\n`, 'a line for another operation'],
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

test('a new batch does not overwrite a file', () => {
  const file = journal('mine');
  expect(() => openSink(file, 'ax')).toThrow(
    /out\.ndjson: it already exists; use --resume to continue it, or choose another file \(EEXIST\)/,
  );
  expect(readFileSync(file, 'utf8')).toBe('mine');
});

test('a missing directory is reported with the next step', () => {
  expect(() => openSink(join(temporaryDirectory(), 'no/out'), 'ax')).toThrow(
    'its directory does not exist; create the directory',
  );
});

describe('an output that is not a regular file is rejected', () => {
  test.each([
    ['a directory', mkdirSync],
    ['a pipe', (path: string) => execFileSync('mkfifo', [path])],
    ['a device', (path: string) => symlinkSync('/dev/full', path)],
  ])('%s', async (_, make) => {
    const path = join(temporaryDirectory(), 'output');
    make(path);
    await expect(resumeJournal(path, form)).rejects.toThrow(/--output: .*output is not a regular file; choose another/);
  });
});
