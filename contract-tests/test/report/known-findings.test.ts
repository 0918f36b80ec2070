import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import { replayContract } from '../../src/index.ts';
import { reportTests } from '../../src/report/tests.ts';
import { example, inSuccess, type ServiceFault, verifyWith } from '../support/service.ts';

const wrong = inSuccess('getVehicle', () => ({ status: 201 }));
const own = { reason: 'being fixed', owner: 'team vehicles', expires: '2999-12-31' };

function fileOf(content: unknown): string {
  const file = join(temporaryDirectory(), 'known.json');
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content));
  return file;
}

const first = await verifyWith(wrong, 'full', { profile: 'smoke' });
const [{ fingerprint = '' } = {}] = first.findings;

test('a known finding is reported but does not fail the run or its replay', async () => {
  const record = join(temporaryDirectory(), 'run.har');
  const known = fileOf([{ fingerprint, ...own }]);
  const report = await verifyWith(wrong, 'full', { profile: 'smoke', known, record });
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  expect(report.findings).toMatchObject([{ fails: false, known: 'being fixed (team vehicles, until 2999-12-31)' }]);
  expect(await replayContract(record)).toEqual(report);
});

const withoutKey: ServiceFault = (right, { query, operation }) =>
  operation === 'getFluids' && !query.has('key') ? { ...right, status: 200, body: example('getFluids') } : right;

test('a known credential finding does not make the run incomplete, and the affected tests are skipped with the reason', async () => {
  const before = await verifyWith(withoutKey, 'full', { profile: 'deep' });
  const place = { credential: 'key', fault: 'absent' };
  expect(before).toMatchObject({ exitCode: 1, credentials: expect.arrayContaining([expect.objectContaining(place)]) });
  const known = fileOf(before.findings.flatMap((one) => (one.fails ? [{ fingerprint: one.fingerprint, ...own }] : [])));
  const report = await verifyWith(withoutKey, 'full', { profile: 'deep', known });
  expect(report).toMatchObject({ verdict: 'conformant', exitCode: 0 });
  const message = 'failed, but known: being fixed (team vehicles, until 2999-12-31)';
  const skipped = { result: 'skipped', message, findings: [] };
  const tests = reportTests(report);
  expect(tests.get('credentials')).toContainEqual({ name: 'key absent', ...skipped });
  expect(tests.get('getFluids')).toContainEqual({ name: '401', ...skipped });
  expect(tests.get('run')).toMatchObject([{ result: 'passed' }]);
  expect([...tests.values()].flat().filter(({ result }) => result === 'failure')).toEqual([]);
});

test('a known finding does not hide a finding about another kind of request to the same operation', async () => {
  const withoutUser: ServiceFault = (right, request) =>
    request.operation === 'getFluids' && !request.query.has('user')
      ? { ...right, status: 200, body: example('getFluids') }
      : withoutKey(right, request);
  const before = await verifyWith(withoutKey, 'full', { profile: 'deep' });
  const known = fileOf(before.findings.flatMap((one) => (one.fails ? [{ fingerprint: one.fingerprint, ...own }] : [])));
  const { verdict, findings } = await verifyWith(withoutUser, 'full', { profile: 'deep', known });
  expect(verdict).toBe('not conformant');
  expect(findings.filter(({ fails }) => fails).map(({ got }) => got)).toContain('status 200 to a request without user');
});

test('every finding has a fingerprint, even a finding without a request', async () => {
  const unused = fileOf([{ fingerprint: 'f'.repeat(64), ...own }]);
  const { findings } = await verifyWith(wrong, 'full', { profile: 'smoke', known: unused });
  expect(findings.map(({ code }) => code)).toEqual(['status', 'known-finding']);
  expect(findings.filter((one) => !/^[0-9a-f]{64}$/.test(one.fingerprint ?? ''))).toEqual([]);
});

test('a known contradiction does not fail a run that enforces assumptions', async () => {
  const otherError: ServiceFault = (right) =>
    right.status === 404 ? { ...right, body: { success: false, text: '-' } } : right;
  const before = await verifyWith(otherError, 'full', { assumptions: 'enforce' });
  expect(before.verdict).toBe('not conformant');
  const ids = new Set(before.findings.flatMap((one) => (one.fails ? [one.fingerprint ?? ''] : [])));
  const known = fileOf([...ids].map((id) => ({ fingerprint: id, ...own })));
  const report = await verifyWith(otherError, 'full', { assumptions: 'enforce', known });
  expect(report.verdict).toBe('conformant');
  expect(reportTests(report).get('assumptions')).toContainEqual({
    name: 'error-body',
    result: 'skipped',
    findings: [],
    message: expect.stringMatching(/^contradicted, but known: /),
  });
});

test('a new finding fails the run', async () => {
  const both: typeof wrong = (right, request) =>
    right.status === 200 && request.operation === 'getFluids' ? { ...right, status: 201 } : wrong(right, request);
  const report = await verifyWith(both, 'full', { profile: 'smoke', known: fileOf([{ fingerprint, ...own }]) });
  expect(report).toMatchObject({ verdict: 'not conformant', exitCode: 1 });
});

test('an expired or unused entry in the known findings fails the run', async () => {
  const expired = fileOf([{ fingerprint, ...own, expires: '2020-01-31' }]);
  const unused = fileOf([{ fingerprint: 'f'.repeat(64), ...own }]);
  for (const [fault, known, got] of [
    [wrong, expired, 'an entry that expired on 2020-01-31'],
    [undefined, unused, 'no such finding'],
  ] as const) {
    const report = await verifyWith(fault, 'full', { profile: 'smoke', known });
    expect(report.verdict).toBe('not conformant');
    expect(report.findings).toContainEqual(expect.objectContaining({ code: 'known-finding', fails: true, got }));
  }
});

test.each<[what: string, content: unknown, message: string]>([
  ['that is not JSON', '[{', 'known.json cannot be read (not JSON)'],
  ['that is not a list', {}, '--known: expected a JSON list'],
  [
    'without an owner',
    [{ fingerprint: 'a', reason: 'b', expires: '2999-01-01' }],
    '--known: entry 1: expected fingerprint',
  ],
  ['with an invalid date', [{ fingerprint: 'a', ...own, expires: 'soon' }], '--known: entry 1: expected fingerprint'],
])('a file of known findings %s is rejected and is not changed', async (_, content, message) => {
  const known = fileOf(content);
  const before = readFileSync(known, 'utf8');
  await expect(verifyWith(undefined, 'full', { profile: 'smoke', known })).rejects.toThrow(message);
  expect(readFileSync(known, 'utf8')).toBe(before);
});

test('the error message for a missing file of known findings contains the file name', async () => {
  const known = join(temporaryDirectory(), 'none.json');
  await expect(verifyWith(undefined, 'full', { profile: 'smoke', known })).rejects.toThrow(
    `--known: ${known} cannot be read (ENOENT)`,
  );
});
