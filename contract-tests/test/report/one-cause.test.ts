import { errorBody } from '@vehicle-lookup/operations';
import { expect, test } from 'vitest';
import { markdown } from '../../src/renderings/markdown.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import { inSuccess, type ServiceFault, verifyWith } from '../support/service.ts';

const smoke = (fault: ServiceFault) => verifyWith(fault, 'full', { profile: 'smoke' });

/** The heads of findings as the terminal shows them: `✗ schema`. */
const heads = (report: Parameters<typeof terminal>[0]): string[] =>
  [...terminal(report).matchAll(/^([✗≠!~+] \S+) {2}\S/gm)].map(([, head = '']) => head);

test('one field that is wrong in thirty entries is one finding, with the value and the count', async () => {
  const report = await smoke(
    inSuccess('getOemParts', ({ data: [first], ...body }) => ({
      body: { ...body, data: Array.from({ length: 30 }, () => ({ ...first, group: 7 })) },
    })),
  );
  expect(report.findings).toMatchObject([
    {
      code: 'schema',
      pointer: '/data/0/group',
      expected: 'a string in group',
      got: '7, a number, and likewise in 29 more: /data/1/group, /data/2/group, /data/3/group …',
      next: 'Make the service write a string in group.',
    },
  ]);
});

test('several fields that are wrong in all entries are named once each', async () => {
  const report = await smoke(
    inSuccess('getOemParts', ({ data: [first], ...body }) => ({
      body: { ...body, data: [first, first].map((group) => ({ ...group, group: 7, shortname: null })) },
    })),
  );
  expect(report.findings.map(({ got }) => got)).toEqual([
    '7, a number, and likewise in 1 more: /data/1/group; besides: /data/0/shortname: expected a string, got null',
  ]);
});

test('a number that breaks a limit is shown', async () => {
  const { findings } = await smoke(
    inSuccess('getVehicle', (body) => ({ body: { ...body, data: { ...body.data, carId: -5 } } })),
  );
  expect(findings[0]).toMatchObject({ got: '-5, a number', expected: 'a number >= 1 in carId' });
});

test('an operation that needs no credentials is one finding, whatever wrong ones were sent', async () => {
  const report = await verifyWith(
    (right, { operation }) =>
      operation === 'getFluids' && right.status === 401 ? { ...right, status: 200, body: { data: [] } } : right,
    'full',
    { profile: 'deep' },
  );
  expect(report.findings.length).toBeGreaterThan(5);
  expect(heads(report)).toEqual(['✗ missing-credentials']);
  expect(terminal(report)).toContain('got        status 200 to a request without user and key\n');
  expect(markdown(report).match(/^\*\*failure\*\*/gm)).toHaveLength(1);
});

test('errors that come with status 200 are one finding, which says so', async () => {
  const report = await verifyWith((right) => (right.status < 400 ? right : { ...right, status: 200 }));
  const refusals = report.findings.filter(({ got }) => got.includes('with the body of an error'));
  expect(refusals.length).toBeGreaterThan(10);
  expect(new Set(refusals.map(({ cause }) => cause))).toEqual(new Set(['errors with status 200']));
  expect(terminal(report).replaceAll(/\s+/g, ' ')).toContain('clients take 200 for a success');
});

test('successes that could not be tried because one value was missing are one line', async () => {
  const report = await verifyWith((right, { operation }) =>
    right.status === 200 && !operation.startsWith('list')
      ? { ...right, status: 404, body: errorBody('Nothing was found.') }
      : right,
  );
  const open = terminal(report)
    .replaceAll(/\n {2}/g, ' ')
    .split('\n');
  expect(open.filter((line) => line.includes('give its own carId'))).toEqual([
    expect.stringMatching(/\(getVehicle, getFluids, getOemParts, getRepairTimes\)$/),
  ]);
  expect(open.filter((line) => line.includes('no reply came in this envelope'))).toHaveLength(1);
});

test('the same request with another content shows what differs', async () => {
  let count = 0;
  const { findings } = await verifyWith(
    inSuccess('getFluids', ({ data: [first, ...others], ...body }) => ({
      body: { ...body, data: [{ ...first, AddTextStr: `note ${++count}` }, ...others] },
    })),
  );
  expect(findings).toMatchObject([
    { code: 'changed-reply', got: expect.stringMatching(/^AddTextStr "note \d", and "note 1" before$/) },
  ]);
});
