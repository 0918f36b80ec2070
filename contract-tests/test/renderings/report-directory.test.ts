import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { beforeEach, expect, test } from 'vitest';
import { renderings } from '../../src/renderings/report-directory.ts';
import type { RunReport } from '../../src/report/report.ts';
import { contract, contractBin, environmentOf, type ProgramResult } from '../support/command.ts';
import { inSuccess, startService } from '../support/service.ts';

let directory = '';
beforeEach(() => {
  directory = join(temporaryDirectory(), 'reports');
});

const start = async (...args: Parameters<typeof startService>): Promise<string> => (await startService(...args)).url;

const verify = (url: string, args: string[] = [], options: { fileSizeLimit?: number } = {}): Promise<ProgramResult> =>
  ('fileSizeLimit' in options ? contractBin : contract)(['verify', '--report-dir', directory, ...args], {
    env: environmentOf(url),
    ...options,
  });

const NAMES = Object.keys(renderings).sort();
const reportIn = (): RunReport => JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8'));

/** Checks that the directory contains all renderings of its report. */
function expectWhole(): RunReport {
  expect(readdirSync(directory).sort()).toEqual(NAMES);
  const report = reportIn();
  for (const [name, render] of Object.entries(renderings)) {
    expect(readFileSync(join(directory, name), 'utf8')).toBe(render(report));
  }
  return report;
}

test('a run with few requests writes the report in every format', async () => {
  const { code } = await verify(await start(), ['--profile', 'live']);
  expect(code).toBe(0);
  expect(expectWhole()).toMatchObject({ verdict: 'conformant', profile: 'live' });
});

test('a run with findings writes the report in every format', async () => {
  const { code } = await verify(await start(inSuccess('getVehicle', () => ({ status: 201 }))));
  expect(code).toBe(1);
  expect(expectWhole()).toMatchObject({ verdict: 'not conformant' });
});

test('an aborted run writes the report in every format, with the reason', async () => {
  const { code, out, err } = await verify('http://127.0.0.1:1');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  const { verdict, failure } = expectWhole();
  expect(verdict).toBe('no verdict');
  expect(err).toBe(`vehicle-lookup-contract: ${failure}\n`);
});

test('a report replaces an older report but no other files', async () => {
  await mkdir(directory, { recursive: true });
  writeFileSync(join(directory, 'report.json'), 'old');
  writeFileSync(join(directory, 'mine.txt'), 'mine');
  await verify(await start(), ['--profile', 'smoke']);
  expect(reportIn().profile).toBe('smoke');
  expect(readdirSync(directory).sort()).toEqual([...NAMES, 'mine.txt'].sort());
  expect(readFileSync(join(directory, 'mine.txt'), 'utf8')).toBe('mine');
});

test('an unwritable report directory is rejected with a one-line message before the first request', async () => {
  writeFileSync(directory, 'a file');
  let asked = 0;
  const url = await start((right) => {
    asked += 1;
    return right;
  });
  const { code, out, err } = await verify(url, ['--profile', 'smoke']);
  expect({ code, out, asked }).toEqual({ code: 2, out: '', asked: 0 });
  expect(err).toBe(
    'vehicle-lookup-contract: --report-dir: the reports cannot be written (EEXIST); specify a writable directory; no request was sent\n',
  );
  expect(readFileSync(directory, 'utf8')).toBe('a file');
});

// In /proc, Node's own mkdirSync never returns.
test.runIf(existsSync('/proc/self')).each([
  [
    '--report-dir',
    /^vehicle-lookup-contract: --report-dir: the reports cannot be written \(ENOENT\); .*; no request was sent\n$/,
  ],
  [
    '--history',
    /^vehicle-lookup-contract: --history: \/proc\/x cannot be used \(ENOENT\); specify a writable directory\n$/,
  ],
])('%s with a path where a directory cannot be created is rejected before the first request', async (flag, line) => {
  let asked = 0;
  const { url } = await startService((right) => {
    asked += 1;
    return right;
  });
  const { code, out, err } = await contract(['verify', '--profile', 'smoke', flag, '/proc/x'], {
    env: environmentOf(url),
  });
  expect({ code, out, asked }).toEqual({ code: 2, out: '', asked: 0 });
  expect(err).toMatch(line);
});

test('an aborted run prints the reason for the abort even if the report can no longer be written', async () => {
  const { code, err } = await verify('http://127.0.0.1:1', [], { fileSizeLimit: 2 });
  expect(code).toBe(2);
  expect(err).toMatch(
    /^vehicle-lookup-contract: --report-dir: .*\nvehicle-lookup-contract: .* does not respond: .*\n$/,
  );
});

test('a full disk leaves no incomplete files and does not change older reports', async () => {
  await mkdir(directory, { recursive: true });
  for (const name of NAMES) writeFileSync(join(directory, name), `old ${name}`);
  const { code, out, err } = await verify(await start(), ['--profile', 'smoke'], { fileSizeLimit: 12 });
  expect({ code, err }).toEqual({
    code: 2,
    err: 'vehicle-lookup-contract: --report-dir: the reports cannot be written (EFBIG); specify a writable directory\n',
  });
  expect(out).toContain('\nconformant where it was tested: ');
  expect(readdirSync(directory).sort()).toEqual(NAMES);
  for (const name of NAMES) expect(readFileSync(join(directory, name), 'utf8')).toBe(`old ${name}`);
});

test('a replay writes the same files', async () => {
  const url = await start();
  const file = join(directory, '..', 'run.har');
  await verify(url, ['--profile', 'smoke', '--record', file]);
  const first = Object.keys(renderings).map((name) => readFileSync(join(directory, name), 'utf8'));
  rmSync(directory, { recursive: true });
  await contract(['replay', file, '--report-dir', directory]);
  expect(Object.keys(renderings).map((name) => readFileSync(join(directory, name), 'utf8'))).toEqual(first);
});

test('the README and the help list each report file', async () => {
  const readme = readFileSync(join(import.meta.dirname, '../../README.md'), 'utf8');
  const [, section = ''] = readme.split('\n## Reports\n');
  expect(
    [...section.matchAll(/^\| `([^`]+)`/gm)]
      .map(([, name]) => name)
      .slice(0, NAMES.length)
      .sort(),
  ).toEqual(NAMES);
  const { out } = await contract(['verify', '--help']);
  expect(NAMES.filter((name) => !out.includes(name))).toEqual([]);
});
