import { afterAll, beforeAll, expect, test } from 'vitest';
import { verifyContract } from '../src/index.ts';
import type { RunningMock } from './support/mock.ts';
import { startMock } from './support/mock.ts';

let mock: RunningMock;
beforeAll(async () => {
  mock = await startMock();
}, 20_000);
afterAll(() => mock.close());

test('the mock answers every operation with every declared status and envelope', async () => {
  const report = await verifyContract({
    baseUrl: mock.url,
    credentials: { user: 'demo', key: 'canary-key-of-the-mock' },
    target: 'mock',
  });
  expect(report.findings).toEqual([]);
  expect(report.cells.filter(({ state }) => state !== 'pass')).toEqual([]);
  expect(report.verdict).toBe('conformant');
}, 30_000);
