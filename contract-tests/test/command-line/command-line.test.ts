import { execFile } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, test } from 'vitest';
import { suiteVersion } from '../../src/suite-version.ts';
import { inSuccess, KEY, startService, USER } from '../support/service.ts';

const bin = join(import.meta.dirname, '../../bin/vehicle-lookup-contract.js');

function run(args: string[], env: Record<string, string> = {}): Promise<{ code: number; out: string; err: string }> {
  return new Promise((resolve) => {
    const child = execFile(process.execPath, [bin, ...args], { env }, (_, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}

const environment = (url: string) => ({
  VEHICLE_LOOKUP_BASE_URL: url,
  VEHICLE_LOOKUP_USER: USER,
  VEHICLE_LOOKUP_KEY: KEY,
});

test('a conformant service is shown as a matrix, with exit code 0 and credentials from the environment', async () => {
  const service = await startService();
  const { code, out, err } = await run(['verify'], environment(service.url));
  await service.close();
  expect({ code, err }).toEqual({ code: 0, err: '' });
  expect(out).toMatch(/^ +200 full +200 simplified +200 bare +400 +401 +403 +404 +429 +500\n/);
  expect(out).toMatch(/\ngetFluids +✓ +\? +\? +✓ +✓ +✓ +\? +\?\n/);
  expect(out).toContain(`conformant: ${service.url}/api/ (target service, profile full)`);
});

test('a service that breaks the contract has exit code 1 and its findings named', async () => {
  const service = await startService(inSuccess('getVehicle', () => ({ status: 201 })));
  const { code, out } = await run(['verify', '--base-url', `${service.url}/api`, '--user', USER, '--key', KEY], {});
  await service.close();
  expect(code).toBe(1);
  expect(out).toMatch(
    /✗ status {2}getVehicle\n {2}request {4}GET \/api\/\?carId=\d+&only=1\n {2}expected {3}status 200/,
  );
  expect(out).not.toContain(KEY);
});

test('the report is there as JSON', async () => {
  const service = await startService();
  const { code, out } = await run(['verify', '--json'], environment(service.url));
  await service.close();
  expect(code).toBe(0);
  expect(JSON.parse(out)).toMatchObject({ verdict: 'conformant', target: 'service', findings: [] });
});

const all = ['--base-url', 'http://127.0.0.1:1', '--user', USER, '--key', KEY];
test.each([
  ['no command', all, 'expected the command verify, replay and a file, mutants, or explain and a code; see --help'],
  [
    'no credentials',
    ['verify', '--base-url', 'http://127.0.0.1:1'],
    '--user is missing; give it, or set VEHICLE_LOOKUP_USER',
  ],
  [
    'an unknown flag',
    ['verify', ...all, '--stict=secret'],
    'a flag is not known; perhaps --strict is meant; see --help',
  ],
  ['a flag that is like no other', ['verify', ...all, '--secret'], 'a flag is not known; see --help'],
  [
    'a word too much',
    ['verify', ...all, 'secret'],
    'verify takes no further word; a value stands behind its flag; see',
  ],
  ['a replay of nothing', ['replay'], 'replay takes one file; see --help'],
  ['a flag for explain', ['explain', 'schema', '--profile', 'full'], 'explain takes no flags; see --help'],
  [
    'a check to leave out that does not exist',
    ['mutants', '--without', 'schema', '--without', 'shema'],
    '--without: no check and no assumption has this code; perhaps schema is meant',
  ],
  [
    'a flag without its value',
    ['verify', '--key', '--user', USER],
    '--key needs a value; write --key=VALUE where it begins with a dash',
  ],
  ['a wrong target', ['verify', ...all, '--target', 'proxy'], '--target: expected mock or service'],
  ['data without a name', ['verify', ...all, '--data', 'x'], '--data: expected NAME=VALUE, or a file that is there'],
  [
    'an address that is none',
    ['verify', ...all, '--base-url', 'localhost'],
    '--base-url: expected a base address such as https://vehicles.example.com',
  ],
  ['a service that is not there', ['verify', ...all], 'http://127.0.0.1:1/api/ does not answer: the connection failed'],
])('%s is one clear line and exit code 2', async (_, args, line) => {
  const { code, out, err } = await run(args);
  expect(code).toBe(2);
  expect(out).toBe('');
  expect(err.split('\n')).toHaveLength(2);
  expect(err).toContain(`vehicle-lookup-contract: ${line}`);
  expect(err).not.toContain('secret');
});

const folder = mkdtempSync(join(tmpdir(), 'contract-'));
afterAll(() => rmSync(folder, { recursive: true }));
let files = 0;
function dataFile(text: string): string {
  files += 1;
  const file = join(folder, `${files}.json`);
  writeFileSync(file, text);
  return file;
}

test.each([
  ['that is not there', join(folder, 'none.json'), '--data: the file cannot be read (ENOENT)'],
  ['of broken JSON', dataFile('{"vin": "secret'), '--data: the file is not a JSON object; expected for example'],
  ['with a wrong name', dataFile('{"secret": "x"}'), '--data: a name is no parameter of the document; expected one of'],
  ['with a wrong value', dataFile('{"vin": ["secret"]}'), '--data: vin: expected a text or an integer'],
  ['with half an account', dataFile('{"forbidden": {"key": "secret"}}'), '--data: forbidden: expected an object with'],
])('a data file %s is one clear line and exit code 2', async (_, file, line) => {
  const { code, out, err } = await run(['verify', ...all, '--data', file]);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toContain(line);
  expect(err).not.toContain('secret');
});

test('a plan beyond the budget has exit code 3', async () => {
  const { code, out, err } = await run(['verify', ...all, '--profile', 'smoke', '--budget', '9']);
  expect({ code, out }).toEqual({ code: 3, out: '' });
  expect(err).toMatch(/10 requests are planned, and the budget is 9; give a higher --budget or a smaller --profile\n$/);
});

test('a dry run prints the plan and sends nothing', async () => {
  const file = dataFile(JSON.stringify({ vin: 'ZFA1990000P000001' }));
  const { code, out } = await run(['verify', ...all, '--profile', 'live', '--dry-run', '--data', file]);
  expect(code).toBe(0);
  expect(out).toContain('GET /api/?vin=ZFA1990000P000001&allCars=1\n');
  expect(out).toMatch(/\n22 requests are planned\n$/);
});

test('a dry run counts the budget and the ledger, and leaves the ledger alone', async () => {
  const ledger = join(folder, 'ledger.jsonl');
  const dry = ['verify', ...all, '--profile', 'live', '--dry-run', '--ledger', ledger];
  expect(await run([...dry, '--budget', '3'])).toMatchObject({ code: 3, out: '' });
  expect(existsSync(ledger)).toBe(false);
  const earlier = '{"reserved":"GET /a"}\n';
  writeFileSync(ledger, earlier);
  expect((await run([...dry, '--budget', '30'])).out).toMatch(
    /\n22 requests are planned; they leave 7 of the budget of 30\n$/,
  );
  const { out } = await run([...dry, '--budget', '30', '--json']);
  expect(JSON.parse(out)).toMatchObject({ budget: 30, left: 7, requests: { length: 22 } });
  expect(readFileSync(ledger, 'utf8')).toBe(earlier);
});

test('a required cell that was not observed has exit code 4', async () => {
  const service = await startService((right, { operation }) =>
    operation === 'getOemParts' && right.status === 200 ? { ...right, status: 403, body: FORBIDDEN } : right,
  );
  const { code, out } = await run(['verify', '--profile', 'smoke'], environment(service.url));
  await service.close();
  expect(code).toBe(4);
  expect(out).toContain('? 200 full: the account may not use this operation (403) (getOemParts)');
});
const FORBIDDEN = { success: false, message: 'This operation is not available in your plan.' };

test('explain tells of every code of a check or an assumption what it rests on', async () => {
  const check = await run(['explain', 'repeated-member']);
  expect(check).toMatchObject({ code: 0, err: '' });
  expect(check.out).toMatch(/^repeated-member: .*\n\n.*\n\nRests on: Endpoints: "The response is JSON"/);
  const assumption = await run(['explain', 'several-selectors']);
  expect(assumption.out).toMatch(/\nSilence: Endpoints, rule 3.*Rests on: the assumption several-selectors\n$/s);
  expect(await run(['explain', 'nothing'])).toMatchObject({ code: 2, out: '' });
});

test('help and the version are told', async () => {
  expect((await run(['help'])).out).toBe((await run(['--help'])).out);
  expect(await run(['--version'])).toMatchObject({ code: 0, out: `${suiteVersion()}\n` });
});

test('help names every flag', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const flag of [
    '--base-url',
    '--user',
    '--key',
    '--target',
    '--data',
    '--json',
    '--profile',
    '--budget',
    '--ledger',
    '--seed',
  ])
    expect(out).toContain(flag);
});
