import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { replayContract, verifyContract } from '@vehicle-lookup/contract-tests';
import { root, startMock, temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { verify } from '../support/contract.ts';

// The mock depends on the suite, so the suite cannot test the mock in its own package.
test('the mock returns every declared status and envelope of every operation, and a replay gives the same report', async () => {
  const { address, stop } = await startMock();
  const record = join(temporaryDirectory(), 'mock.har');
  const credentials = { user: 'demo', key: 'canary-key-of-the-mock' };
  const report = await verifyContract({ baseUrl: address, credentials, target: 'mock', record });
  await stop();
  expect(report.findings).toEqual([]);
  expect(report.cells.filter(({ state }) => state !== 'pass')).toEqual([]);
  expect(report).toMatchObject({ verdict: 'conformant', target: 'mock', profile: 'mock' });
  expect(await replayContract(record)).toEqual(report);
});

test('a run against the mock writes the report in every format', async () => {
  const { address } = await startMock();
  const directory = join(temporaryDirectory(), 'reports');
  const { code, out } = await verify(root, address, ['--target', 'mock', '--report-dir', directory]);
  expect({ code, out }).toEqual({ code: 0, out: expect.stringContaining('\nconformant where it was tested: ') });
  for (const name of ['report.json', 'report.html', 'report.md', 'junit.xml']) {
    expect(existsSync(join(directory, name)), name).toBe(true);
  }
});

test('verifying the mock without --target mock prints one line and exits with code 2', async () => {
  const { address } = await startMock();
  const { code, out, err } = await verify(root, address);
  expect({ code, out }).toEqual({ code: 2, out: '' });
  expect(err).toBe(`vehicle-lookup-contract: ${address}/api/ is the mock; verify it with --target mock\n`);
});
