import { expect, test } from 'vitest';
import { example, inSuccess, verifyWith } from '../support/service.ts';

test('a body that is nested too deeply is a finding, and the run goes on', async () => {
  const body = `${'['.repeat(9000)}${']'.repeat(9000)}`;
  const report = await verifyWith(
    inSuccess('getFluids', () => ({ body })),
    'full',
    { profile: 'smoke' },
  );
  expect(report).toMatchObject({ verdict: 'not conformant', exitCode: 1, requests: { spent: 10 } });
  expect(report.findings).toMatchObject([{ code: 'not-json', got: 'a body of more than 512 levels' }]);
});

test('a list in which every element is wrong is one finding, and the run goes on', async () => {
  const body = { ...(example('listModels') as object), data: Array(200_000).fill({ a: 1 }) };
  const report = await verifyWith(
    inSuccess('listModels', () => ({ body })),
    'full',
    { profile: 'smoke' },
  );
  expect(report.requests.spent).toBe(10);
  expect(report.findings).toMatchObject([
    { code: 'schema', operation: 'listModels', got: expect.stringMatching(/\d+ more$/) },
  ]);
});
