import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test, vi } from 'vitest';
import { DEMO } from '../../src/import/demo.ts';
import { callProgram } from '../support/program.ts';

const newData = () => join(temporaryDirectory(), 'data');

/** Imports a string as the first catalogue of a new data directory. */
function importText(text: string, ...args: string[]) {
  const file = join(temporaryDirectory(), 'file');
  writeFileSync(file, text);
  return callProgram(newData(), ['import', file, ...args]);
}

test('a user name with a colon is rejected, because a colon ends the name in Basic credentials (RFC 7617)', async () => {
  const { code, err } = await callProgram(newData(), ['account', 'create', '--user', 'a:b', '--plan', 'free']);
  expect([code, err]).toEqual([2, expect.stringContaining('got a name with a colon')]);
});

test('--version after a command is rejected as an unknown option', async () => {
  const data = newData();
  for (const words of [
    ['import', DEMO, '--version', 'x'],
    ['import', DEMO, '-V'],
  ]) {
    const { code, out, err } = await callProgram(data, words);
    expect([code, out]).toEqual([2, '']);
    expect(err).toMatch(/shows the program version and must precede any command; import has no such option/);
  }
  expect(await callProgram(data, ['--version'])).toMatchObject({ code: 0, out: expect.stringMatching(/^\d/) });
});

test('the number of invalid lines in a CSV file does not exceed the number of lines', async () => {
  const rows = [
    '1,WVWZZZ1K,\u200b,\u200b,2010',
    '2,WVWZZZ1L,VW,\u200b,2011',
    '3,no,\u200b,x,2012',
    '4,"WVWZZZ1M,VW,Up,2012',
  ];
  const { code, err } = await importText(['carId,patterns,make,model,year', ...rows, ''].join('\n'), '--from', 'csv');
  expect(code).toBe(1);
  expect(err).toContain('4 of 5 lines are invalid');
});

test('a line of deeply nested brackets is reported as an invalid line', async () => {
  const deep = `{"kind":"note","text":${'['.repeat(50_000)}${']'.repeat(50_000)}}`;
  const { code, err } = await importText(`${deep}\n`);
  expect(code).toBe(1);
  expect(err).toContain('line 1, byte 0, the line: expected one JSON object, got thousands of nested brackets');
  expect(err).not.toContain('it failed');
});

test('the error message for a file with many columns is short', async () => {
  const names = Array.from({ length: 10_000 }, (_, index) => `column ${index} ${'x'.repeat(200)}`).join(',');
  const { code, err } = await importText(`${names}\n`, '--from', 'csv');
  expect(code).toBe(1);
  expect(err).toContain('got "column 0');
  expect(err.length).toBeLessThan(4_000);
  const header = Array.from({ length: 20 }, (_, index) => `c${index}`).join(',');
  expect((await importText(`${header}\n`, '--from', 'csv')).err).toContain('and 10 more');
});

test('the error message for any long value is short', async () => {
  const long = 'x'.repeat(100_000);
  const commands = [
    ['import', long],
    ['doctor', '--backup', long],
    ['restore', long],
    ['usage', '--from', long],
    [long],
  ];
  for (const words of commands) {
    const { code, out, err } = await callProgram(newData(), words);
    expect(code).toBeGreaterThan(0);
    expect((out + err).length, words[0]?.slice(0, 10)).toBeLessThan(4_000);
  }
  for (const words of [['doctor'], ['usage']]) {
    vi.stubEnv('DATABASE_URL', `postgresql://ann@${long}/main`);
    const { code, out, err } = await callProgram(newData(), words);
    expect(code).toBe(1);
    expect((out + err).length, words[0]).toBeLessThan(4_000);
  }
});
