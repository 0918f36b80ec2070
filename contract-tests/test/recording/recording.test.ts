import { execFileSync } from 'node:child_process';
import { existsSync, lstatSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { bin, start, temporaryDirectory } from '@vehicle-lookup/testing';
import Ajv from 'ajv';
import draft6 from 'ajv/dist/refs/json-schema-draft-06.json' with { type: 'json' };
import type { Har } from 'har-format';
import { beforeEach, expect, test } from 'vitest';
import { replayContract, type VerifyOptions } from '../../src/index.ts';
import { account, contract, contractBin, environmentOf, type ProgramResult } from '../support/command.ts';
import { OPERATIONS, type ServiceFault, startService, verifyWith } from '../support/service.ts';

let directory: string;
let record: string;
beforeEach(() => {
  directory = temporaryDirectory();
  record = join(directory, 'run.har');
});

const read = (file: string): Har => JSON.parse(readFileSync(file, 'utf8'));

async function recorded(fault?: ServiceFault, options: Partial<VerifyOptions> = {}): Promise<Har> {
  await verifyWith(fault, 'full', { profile: 'smoke', ...options, record }).catch(() => undefined);
  return read(record);
}

/** Returns the errors of a HAR 1.2 file according to a third-party JSON Schema. */
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

test.each<[string, ServiceFault | undefined, Partial<VerifyOptions>]>([
  ['from a correct service', undefined, { profile: 'full' }],
  ['from a silent service', () => 'silence', {}],
  ['of a redirect', (right) => ({ ...right, status: 302, headers: { location: '/elsewhere' } }), {}],
  ['of an empty body', (right) => ({ ...right, headers: {}, body: '' }), {}],
])('a recording %s is HAR 1.2', async (_, fault, options) => {
  const har = await recorded(fault, options);
  expect(har.log.entries.length).toBeGreaterThan(0);
  expect(harErrors(har)).toEqual([]);
});

test('the test recognises a file that is not HAR', async () => {
  const har = await recorded();
  for (const entry of har.log.entries) Object.assign(entry, { time: 'soon' });
  expect(harErrors(har)).not.toEqual([]);
});

test('an entry contains the request and its response', async () => {
  const { log } = await recorded();
  const { request, response } = log.entries[0] ?? {};
  expect(log).toMatchObject({
    version: '1.2',
    creator: { name: '@vehicle-lookup/contract-tests' },
    _run: { profile: 'smoke', seed: 1, assumptions: 'report', data: {}, accounts: [] },
    _whole: true,
  });
  expect(request?.url).toMatch(/\/api\/\?user=\*\*\*&key=\*\*\*&vin=/);
  expect(log.entries[0]).toMatchObject({ _request: { operation: 'decodeVin', status: '200', why: 'valid request' } });
  expect(response).toMatchObject({ status: 200, statusText: 'OK' });
  expect(JSON.parse(response?.content.text ?? '')).toMatchObject({ success: true });
});

test('a request without a response is recorded with status 0 and the error', async () => {
  const { log } = await recorded(() => 'silence');
  expect(log.entries).toHaveLength(1);
  expect(log.entries[0]?.response).toMatchObject({ status: 0, _error: 'no complete response within 10 s' });
});

test('the run record contains the known data but only the names of accounts', async () => {
  const data = { vin: 'ZFA1990000P000001', exhausted: { user: 'second-user', key: 'second-canary' } };
  const { log } = await recorded(undefined, { data });
  expect(log).toMatchObject({ _run: { data: { vin: data.vin }, accounts: ['exhausted'] } });
  expect(readFileSync(record, 'utf8')).not.toMatch(/second-(user|canary)/);
});

test('a recording replaces the previous recording only when it is complete', async () => {
  writeFileSync(record, 'the previous recording');
  const states: string[] = [];
  await verifyWith(undefined, 'full', {
    profile: 'smoke',
    record,
    onExchange: () => {
      expect(readFileSync(record, 'utf8')).toBe('the previous recording');
      states.push(`${read(`${record}.partial`).log.entries.length}`);
    },
  });
  expect(states).toEqual(Array.from({ length: OPERATIONS }, (_, index) => `${index + 1}`));
  expect(read(record).log.entries).toHaveLength(OPERATIONS);
  expect(existsSync(`${record}.partial`)).toBe(false);
});

const verify = (url: string, options: { fileSizeLimit?: number } = {}): Promise<ProgramResult> =>
  ('fileSizeLimit' in options ? contractBin : contract)(['verify', '--record', record], {
    env: environmentOf(url),
    ...options,
  });

test('a full disk ends the recording but not the run, and the exit code is 2', async () => {
  const { url } = await startService();
  const { code, out, err } = await verify(url, { fileSizeLimit: 20 });
  expect(code).toBe(2);
  expect(out).toContain(`conformant where it was tested: ${url}/api/`);
  expect(err).toMatch(
    /^vehicle-lookup-contract: --record: the file cannot be written \(EFBIG\); \d+ responses are in .*\n$/,
  );
  expect(existsSync(record)).toBe(false);
  const { entries } = read(`${record}.partial`).log;
  expect(err).toContain(`${entries.length} responses`);
  expect(entries.length).toBeGreaterThan(1);
});

test.each<[string, () => void, string]>([
  ['a directory', () => mkdirSync(record), 'it is not a regular file'],
  ['a named pipe', () => void execFileSync('mkfifo', [record]), 'it is not a regular file'],
  ['in a missing directory', () => rmSync(directory, { recursive: true }), 'ENOENT'],
])('a recording file that is %s is rejected before the first request and is not changed', async (_, make, why) => {
  const { url } = await startService(() => {
    throw new Error('a request was made');
  });
  make();
  const before = lstatSync(record, { throwIfNoEntry: false })?.mode;
  const { code, out, err } = await verify(url);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toBe(`vehicle-lookup-contract: --record: the file cannot be written (${why}); no request was sent\n`);
  expect(lstatSync(record, { throwIfNoEntry: false })?.mode).toBe(before);
  mkdirSync(directory, { recursive: true });
});

test('concurrent runs do not affect each other, and the partial file from an earlier run is not changed', async () => {
  writeFileSync(`${record}.partial`, 'left');
  const options = { profile: 'smoke', record } as const;
  await Promise.all([verifyWith(undefined, 'full', options), verifyWith(undefined, 'full', options)]);
  expect(read(record).log.entries).toHaveLength(OPERATIONS);
  expect(readdirSync(directory).sort()).toEqual(['run.har', 'run.har.partial']);
  expect(readFileSync(`${record}.partial`, 'utf8')).toBe('left');
});

test('the partial recording of a killed run can be replayed', async () => {
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
  const run = start(bin('contract'), ['verify', '--base-url', service.url, '--record', record], { env: account });
  await silent;
  await run.stop('SIGKILL');
  const report = await replayContract(`${record}.partial`);
  expect(report.requests.spent).toBe(6);
  expect(report.notes.join()).toContain('the recorded run was aborted');
});
