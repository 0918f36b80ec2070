import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { inSuccess, KEY, startService, USER } from './service.ts';

const bin = join(import.meta.dirname, '../bin/vehicle-lookup-contract.js');

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
  expect(out).toContain(`conformant: ${service.url}/api/ (target service)`);
});

test('a service that breaks the contract has exit code 1 and its findings named', async () => {
  const service = await startService(inSuccess('getVehicle', () => ({ status: 201 })));
  const { code, out } = await run(['verify', '--base-url', `${service.url}/api`, '--user', USER, '--key', KEY], {});
  await service.close();
  expect(code).toBe(1);
  expect(out).toMatch(
    /✗ status {2}getVehicle\n {2}request {3}GET \/api\/\?carId=\d+&only=1\n {2}expected {2}status 200/,
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
  ['no command', all, 'expected the one command verify; see --help'],
  [
    'no credentials',
    ['verify', '--base-url', 'http://127.0.0.1:1'],
    '--user is missing; give it, or set VEHICLE_LOOKUP_USER',
  ],
  ['an unknown flag', ['verify', ...all, '--strict=secret'], 'a flag is not known; see --help'],
  [
    'a flag without its value',
    ['verify', '--key', '--user', USER],
    '--key needs a value; write --key=VALUE where it begins with a dash',
  ],
  ['a wrong target', ['verify', ...all, '--target', 'proxy'], '--target: expected mock or service'],
  ['data without a name', ['verify', ...all, '--data', 'x'], '--data: expected NAME=VALUE'],
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

test('help names every flag', async () => {
  const { code, out } = await run(['--help']);
  expect(code).toBe(0);
  for (const flag of ['--base-url', '--user', '--key', '--target', '--data', '--json']) expect(out).toContain(flag);
});
