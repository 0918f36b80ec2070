import { execFile, execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import {
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Ajv from 'ajv';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import type { Har } from 'har-format';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { replayContract, type VerifyOptions } from '../../src/index.ts';
import { type Fault, KEY, type RunningService, startService, USER, verifyWith } from '../support/service.ts';

const bin = join(import.meta.dirname, '../../bin/vehicle-lookup-contract.js');

let folder: string;
let record: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'record-'));
  record = join(folder, 'run.har');
});
afterEach(() => rmSync(folder, { recursive: true }));

const read = (file: string): Har => JSON.parse(readFileSync(file, 'utf8'));

async function recorded(fault?: Fault, options: Partial<VerifyOptions> = {}): Promise<Har> {
  await verifyWith(fault, 'full', { profile: 'smoke', ...options, record }).catch(() => undefined);
  return read(record);
}

/** The structure of HAR 1.2 as JSON Schema, made by others. */
function harErrors(har: Har): unknown {
  const schemas: Record<string, { $id: string }> = createRequire(import.meta.url)('har-schema');
  const ajv = new Ajv.default({
    strict: false,
    formats: { 'date-time': true, uri: (text) => URL.canParse(text), ipv4: true, ipv6: true },
  });
  ajv.addMetaSchema(draft6);
  ajv.addSchema(Object.values(schemas));
  const isValid = ajv.validate('har.json#', har);
  return isValid ? [] : ajv.errors;
}

test.each<[string, Fault | undefined, Partial<VerifyOptions>]>([
  ['of a right service', undefined, { profile: 'full' }],
  ['of a silent one', () => 'silence', {}],
  ['of a redirect', (right) => ({ ...right, status: 302, headers: { location: '/elsewhere' } }), {}],
  ['of nothing as a body', (right) => ({ ...right, headers: {}, body: '' }), {}],
])('a recording %s is HAR 1.2', async (_, fault, options) => {
  const har = await recorded(fault, options);
  expect(har.log.entries.length).toBeGreaterThan(0);
  expect(harErrors(har)).toEqual([]);
});

test('what is no HAR is told from one', async () => {
  const har = await recorded();
  for (const entry of har.log.entries) Object.assign(entry, { time: 'soon' });
  expect(harErrors(har)).not.toEqual([]);
});

test('an entry holds what was asked for and what came', async () => {
  const { log } = await recorded();
  const { request, response } = log.entries[0] ?? {};
  expect(log).toMatchObject({
    version: '1.2',
    creator: { name: '@vehicle-lookup/contract-tests' },
    _run: { profile: 'smoke', seed: 1, assumptions: 'report', data: {}, accounts: [] },
    _whole: true,
  });
  expect(request?.url).toMatch(/\/api\/\?user=\*\*\*&key=\*\*\*&vin=/);
  expect(log.entries[0]).toMatchObject({ _request: { operation: 'decodeVin', status: '200', why: 'good request' } });
  expect(response).toMatchObject({ status: 200, statusText: 'OK' });
  expect(JSON.parse(response?.content.text ?? '')).toMatchObject({ success: true });
});

test('a silent service is an entry with status 0 and the fault', async () => {
  const { log } = await recorded(() => 'silence');
  expect(log.entries).toHaveLength(1);
  expect(log.entries[0]?.response).toMatchObject({ status: 0, _error: 'no whole reply within 10 s' });
});

test('the run record holds what is known of the data, and of accounts their names', async () => {
  const data = { vin: 'ZFA1990000P000001', exhausted: { user: 'second-user', key: 'second-canary' } };
  const { log } = await recorded(undefined, { data });
  expect(log).toMatchObject({ _run: { data: { vin: data.vin }, accounts: ['exhausted'] } });
  expect(readFileSync(record, 'utf8')).not.toMatch(/second-(user|canary)/);
});

test('a recording appears whole: until then the former one stays', async () => {
  writeFileSync(record, 'the former one');
  const states: string[] = [];
  await verifyWith(undefined, 'full', {
    profile: 'smoke',
    record,
    onExchange: () => {
      expect(readFileSync(record, 'utf8')).toBe('the former one');
      states.push(`${read(`${record}.partial`).log.entries.length}`);
    },
  });
  expect(states).toEqual(['1', '2', '3', '4', '5', '6', '7', '8', '9', '10']);
  expect(read(record).log.entries).toHaveLength(10);
  expect(existsSync(`${record}.partial`)).toBe(false);
});

/** The command against a service, in a shell. */
async function verify({ url }: RunningService, before = ''): Promise<{ code: number; out: string; err: string }> {
  const env = { PATH: process.env.PATH, VEHICLE_LOOKUP_USER: USER, VEHICLE_LOOKUP_KEY: KEY };
  const line = `${before} exec "$0" "$@"`;
  const args = [bin, 'verify', '--base-url', url, '--record', record];
  return new Promise((resolve) => {
    const child = execFile('/bin/sh', ['-c', line, process.execPath, ...args], { env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

test('a disk that is full ends the recording and not the run, with exit code 2', async () => {
  const service = await startService();
  // Blocks of 512 bytes: a file may not grow beyond.
  const { code, out, err } = await verify(service, 'ulimit -f 40;');
  await service.close();
  expect(code).toBe(2);
  expect(out).toContain(`conformant: ${service.url}/api/`);
  expect(err).toMatch(
    /^vehicle-lookup-contract: --record: the file cannot be written \(EFBIG\); \d+ answers are in .*\n$/,
  );
  expect(existsSync(record)).toBe(false);
  const { entries } = read(`${record}.partial`).log;
  expect(err).toContain(`${entries.length} answers`);
  expect(entries.length).toBeGreaterThan(1);
});

test.each<[string, () => void, string]>([
  ['a folder', () => mkdirSync(record), 'it is no regular file'],
  ['a named pipe', () => void execFileSync('mkfifo', [record]), 'it is no regular file'],
  ['in no folder', () => rmSync(folder, { recursive: true }), 'ENOENT'],
])('a place that is %s is told before the first request, and stays', async (_, make, why) => {
  const service = await startService(() => {
    throw new Error('a request was made');
  });
  make();
  const before = lstatSync(record, { throwIfNoEntry: false })?.mode;
  const { code, out, err } = await verify(service);
  await service.close();
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toBe(`vehicle-lookup-contract: --record: the file cannot be written (${why}); no request was made\n`);
  expect(lstatSync(record, { throwIfNoEntry: false })?.mode).toBe(before);
  mkdirSync(folder, { recursive: true });
});

test('runs at once record beside each other, and what a killed one left stays', async () => {
  writeFileSync(`${record}.partial`, 'left');
  const options = { profile: 'smoke', record } as const;
  await Promise.all([verifyWith(undefined, 'full', options), verifyWith(undefined, 'full', options)]);
  expect(read(record).log.entries).toHaveLength(10);
  expect(readdirSync(folder).sort()).toEqual(['run.har', 'run.har.partial']);
  expect(readFileSync(`${record}.partial`, 'utf8')).toBe('left');
});

test('a run that is killed leaves what it recorded, ready for a replay', async () => {
  let left = 6;
  let reached = (): void => {};
  const silent = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const service = await startService((right) => {
    left -= 1;
    if (left >= 0) return right;
    reached();
    return 'silence';
  });
  const env = { VEHICLE_LOOKUP_USER: USER, VEHICLE_LOOKUP_KEY: KEY };
  const child = spawn(process.execPath, [bin, 'verify', '--base-url', service.url, '--record', record], { env });
  const gone = once(child, 'exit');
  await silent;
  child.kill('SIGKILL');
  await gone;
  await service.close();
  const report = await replayContract(`${record}.partial`);
  expect(report.requests.spent).toBe(6);
  expect(report.notes.join()).toContain('the recorded run was ended from outside');
});
