import { errorBody } from '@vehicle-lookup/contract';
import { expect, test } from 'vitest';
import { markdown } from '../../src/renderings/markdown.ts';
import { terminal } from '../../src/renderings/terminal.ts';
import { type AnyBody, example, inSuccess, OPERATIONS, type ServiceFault, verifyWith } from '../support/service.ts';

const smoke = (fault: ServiceFault) => verifyWith(fault, 'full', { profile: 'smoke' });

/** Returns the headings of findings in the terminal: `✗ schema`. */
const heads = (report: Parameters<typeof terminal>[0]): string[] =>
  [...terminal(report).matchAll(/^([✗≠!~+] \S+) {2}\S/gm)].map(([, head = '']) => head);

test('a field that is invalid in thirty entries is one finding with the value and the count', async () => {
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
      title: 'group is 7, not a string',
      got: '7, a number, in all 30 entries',
      next: expect.stringMatching(/^Write a string in group, for example "/),
    },
  ]);
});

test('fields with different faults have separate findings', async () => {
  const report = await smoke(
    inSuccess('getOemParts', ({ data: [first], ...body }) => ({
      body: { ...body, data: [first, first].map((group) => ({ ...group, group: 7, shortname: null })) },
    })),
  );
  expect(report.findings.map(({ pointer, got }) => [pointer, got])).toEqual([
    ['/data/0/group', '7, a number, in all 2 entries'],
    ['/data/0/shortname', 'null, in all 2 entries'],
  ]);
});

test('a fault in ten operations is printed once and does not hide other faults', async () => {
  const report = await smoke((correct, { operation }) => {
    if (correct.status !== 200) return correct;
    const body = structuredClone(correct.body) as AnyBody;
    body.timestamp = String(body.timestamp).replace(/[+-]\d\d:\d\d$/, 'Z');
    if (operation === 'getRepairTimes') for (const entry of body.data) entry.hours = 1.5;
    if (operation === 'getVehicle')
      Object.assign(body.data, { year: Number(body.data.year), carId: String(body.data.carId) });
    return { ...correct, body };
  });
  expect(report.cells.filter(({ state }) => state === 'fail')).toHaveLength(OPERATIONS);
  expect(heads(report)).toHaveLength(4);
  for (const title of [
    'timestamp is "',
    'hours is 1.5, not a string',
    'year is 2008, not a string',
    'carId is "25573", not an integer',
  ]) {
    expect(terminal(report)).toContain(title);
  }
});

test('records are judged even if a field of their envelope is invalid', async () => {
  const report = await smoke((correct, { operation }) => {
    if (correct.status !== 200) return correct;
    const body = structuredClone(correct.body) as AnyBody;
    body.timestamp = 'today';
    if (operation === 'getVehicle') body.data.carId += 1;
    return { ...correct, body };
  });
  const own = report.findings.filter(({ operation }) => operation === 'getVehicle').map(({ code }) => code);
  expect(new Set(own)).toEqual(new Set(['schema', 'meaning']));
  expect(heads(report)).toEqual(['✗ schema', '✗ meaning']);
});

test('the finding about a number that exceeds a limit shows the number', async () => {
  const { findings } = await smoke(
    inSuccess('getVehicle', (body) => ({ body: { ...body, data: { ...body.data, carId: -5 } } })),
  );
  expect(findings[0]).toMatchObject({ got: '-5, a number', expected: 'a number >= 1 in carId' });
});

test('the findings for an operation that does not check credentials are printed once', async () => {
  const report = await verifyWith(
    (right, { operation }) =>
      operation === 'getFluids' && right.status === 401 ? { ...right, status: 200, body: { data: [] } } : right,
    'full',
    { profile: 'deep' },
  );
  expect(report.findings.length).toBeGreaterThan(5);
  expect(heads(report)).toEqual(['✗ missing-credentials']);
  expect(terminal(report)).toContain('what       A request without user and key returns 200');
  expect(markdown(report).match(/^\*\*failure\*\*/gm)).toHaveLength(1);
});

test('errors with status 200 have one cause', async () => {
  const report = await verifyWith((right) => (right.status < 400 ? right : { ...right, status: 200 }));
  const rejections = report.findings.filter(({ got }) => got.includes('with an error body'));
  expect(rejections.length).toBeGreaterThan(10);
  expect(new Set(rejections.map(({ cause }) => cause))).toEqual(new Set(['errors with status 200']));
  expect(terminal(report).replaceAll(/\s+/g, ' ')).toContain('clients interpret 200 as a success');
});

test('valid requests that could not be sent because of a missing value are listed in one line', async () => {
  const report = await verifyWith((right, { operation }) =>
    right.status === 200 && !operation.startsWith('list')
      ? { ...right, status: 404, body: errorBody('Nothing was found.') }
      : right,
  );
  const open = terminal(report)
    .replaceAll(/\n {2}/g, ' ')
    .split('\n');
  expect(open.filter((line) => line.includes('provide its own carId'))).toEqual([
    expect.stringMatching(/\(getVehicle, getFluids, getOemParts, getRepairTimes\)$/),
  ]);
  expect(open.filter((line) => line.includes('no response had this envelope'))).toHaveLength(1);
});

test('the finding about changed content shows the difference', async () => {
  let count = 0;
  const { findings } = await verifyWith(
    inSuccess('getFluids', ({ data: [first, ...others], ...body }) => ({
      body: { ...body, data: [{ ...first, AddTextStr: `note ${++count}` }, ...others] },
    })),
  );
  expect(findings).toMatchObject([
    {
      code: 'changed-response',
      got: expect.stringMatching(/^first AddTextStr "note 1", then "note \d"$/),
    },
  ]);
});

test('one finding is printed for a service that always rejects requests with the same incorrect status', async () => {
  const report = await verifyWith((right) => (right.status === 400 ? { ...right, status: 422 } : right));
  expect(report.findings.filter(({ got }) => got.startsWith('status 422')).length).toBeGreaterThan(5);
  expect(heads(report).filter((head) => head === '✗ status')).toHaveLength(1);
  expect(terminal(report).replaceAll(/\s+/g, ' ')).toMatch(/; also \d+ other requests/);
});

test('one finding is printed for a service that ignores credentials', async () => {
  const report = await verifyWith((right, { operation }) =>
    right.status === 401 ? { ...right, status: 200, body: example(operation) } : right,
  );
  const found = report.findings.filter(({ code }) => code.endsWith('-credentials'));
  expect(found.length).toBeGreaterThan(2);
  expect(found.map(({ scope }) => scope)).toEqual(
    found.map(() => `all ${found.length} requests with missing or invalid credentials returned 200`),
  );
  expect(heads(report).filter((head) => head.endsWith('-credentials'))).toHaveLength(1);
});

test('the scope names only operations that received the same kind of request', async () => {
  const report = await verifyWith(
    (correct, { query }) =>
      query.get('vin')?.endsWith('\n') ? { ...correct, status: 404, body: errorBody('Nothing found.') } : correct,
    'full',
    { profile: 'deep' },
  );
  expect(report.findings).toMatchObject([{ code: 'malformed-parameter', scope: 'tested only in decodeVin' }]);
});
