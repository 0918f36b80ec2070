import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyContract } from '../src/index.ts';

let mock: ChildProcess;
let baseUrl: string;

beforeAll(async () => {
  const folder = dirname(createRequire(import.meta.url).resolve('@vehicle-lookup/mock/package.json'));
  mock = fork(join(folder, 'bin/vehicle-lookup-mock.js'), ['--port', '0'], {
    stdio: ['ignore', 'ignore', 'inherit', 'ipc'],
  });
  const [message] = (await Promise.race([
    once(mock, 'message'),
    once(mock, 'exit').then(([code]) => Promise.reject(new Error(`the mock ended with code ${code}; is it built?`))),
  ])) as [{ ready: string }];
  baseUrl = message.ready;
}, 20_000);

afterAll(async () => {
  if (mock.exitCode !== null) return;
  const gone = once(mock, 'exit');
  mock.kill('SIGTERM');
  await gone;
});

test('the mock answers every operation with every declared status and envelope', async () => {
  const report = await verifyContract({ baseUrl, user: 'demo', key: 'canary-key-of-the-mock', target: 'mock' });
  expect(report.findings).toEqual([]);
  expect(report.cells.filter(({ state }) => state !== 'pass')).toEqual([]);
  expect(report.verdict).toBe('conformant');
}, 30_000);
