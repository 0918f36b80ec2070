import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { type ProgramOptions, temporaryDirectory } from '@vehicle-lookup/testing';
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

const verify = (url: string, args: string[] = [], options: ProgramOptions = {}): Promise<ProgramResult> =>
  ('fileSizeLimit' in options ? contractBin : contract)(['verify', '--report-dir', directory, ...args], {
    env: environmentOf(url),
    ...options,
  });

const NAMES = Object.keys(renderings).sort();
const reportIn = (): RunReport => JSON.parse(readFileSync(join(directory, 'report.json'), 'utf8'));

/** The files are those that the report is rendered as. */
function expectWhole(): RunReport {
  expect(readdirSync(directory).sort()).toEqual(NAMES);
  const report = reportIn();
  for (const [name, render] of Object.entries(renderings)) {
    expect(readFileSync(join(directory, name), 'utf8')).toBe(render(report));
  }
  return report;
}

test('a run with few requests leaves the report in every form', async () => {
  const { code } = await verify(await start(), ['--profile', 'live']);
  expect(code).toBe(0);
  expect(expectWhole()).toMatchObject({ verdict: 'conformant', profile: 'live' });
});

test('a run with findings writes the report in every format', async () => {
  const { code } = await verify(await start(inSuccess('getVehicle', () => ({ status: 201 }))));
  expect(code).toBe(1);
  expect(expectWhole()).toMatchObject({ verdict: 'not conformant' });
});

test('a run that broke off leaves the report in every form, with its reason', async () => {
  const { code, out, err } = await verify('http://127.0.0.1:1');
  expect({ code, out }).toEqual({ code: 2, out: '' });
  const { verdict, failure } = expectWhole();
  expect(verdict).toBe('no verdict');
  expect(err).toBe(`vehicle-lookup-contract: ${failure}\n`);
});

test('a report replaces an older one, and no other file', async () => {
  await mkdir(directory, { recursive: true });
  writeFileSync(join(directory, 'report.json'), 'old');
  writeFileSync(join(directory, 'mine.txt'), 'mine');
  await verify(await start(), ['--profile', 'smoke']);
  expect(reportIn().profile).toBe('smoke');
  expect(readdirSync(directory).sort()).toEqual([...NAMES, 'mine.txt'].sort());
  expect(readFileSync(join(directory, 'mine.txt'), 'utf8')).toBe('mine');
});

test('if the reports cannot be written, one line says why before the first request, and the exit code is 2', async () => {
  writeFileSync(directory, 'a file');
  let asked = 0;
  const url = await start((right) => {
    asked += 1;
    return right;
  });
  const { code, out, err } = await verify(url, ['--profile', 'smoke']);
  expect({ code, out, asked }).toEqual({ code: 2, out: '', asked: 0 });
  expect(err).toBe(
    'vehicle-lookup-contract: --report-dir: the reports cannot be written (EEXIST); give a directory that can be written to; no request was made\n',
  );
  expect(readFileSync(directory, 'utf8')).toBe('a file');
});

// There Node's own mkdirSync never returns.
test.runIf(existsSync('/proc/self')).each([
  [
    '--report-dir',
    /^vehicle-lookup-contract: --report-dir: the reports cannot be written \(ENOENT\); .*; no request was made\n$/,
  ],
  ['--history', /^vehicle-lookup-contract: --history: \/proc\/x cannot be used \(ENOENT\); give a directory .*\n$/],
])('%s names a place where no directory can be: the command ends before the first request', async (flag, line) => {
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

test('an aborted run says so even if its report can no longer be written', async () => {
  const { code, err } = await verify('http://127.0.0.1:1', [], { fileSizeLimit: 2 });
  expect(code).toBe(2);
  expect(err).toMatch(
    /^vehicle-lookup-contract: --report-dir: .*\nvehicle-lookup-contract: .* does not respond: .*\n$/,
  );
});

test('a disk that is full leaves no file half-written, and older reports as they were', async () => {
  await mkdir(directory, { recursive: true });
  for (const name of NAMES) writeFileSync(join(directory, name), `old ${name}`);
  const { code, out, err } = await verify(await start(), ['--profile', 'smoke'], { fileSizeLimit: 12 });
  expect({ code, err }).toEqual({
    code: 2,
    err: 'vehicle-lookup-contract: --report-dir: the reports cannot be written (EFBIG); give a directory that can be written to\n',
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

test('the README describes each file, and the help names it', async () => {
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
