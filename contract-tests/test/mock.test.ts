import { startMock } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { verifyContract } from '../src/index.ts';

test('the mock answers every operation with every declared status and envelope', async () => {
  const { address } = await startMock();
  const report = await verifyContract({
    baseUrl: address,
    credentials: { user: 'demo', key: 'canary-key-of-the-mock' },
    target: 'mock',
  });
  expect(report.findings).toEqual([]);
  expect(report.cells.filter(({ state }) => state !== 'pass')).toEqual([]);
  expect(report.verdict).toBe('conformant');
});
