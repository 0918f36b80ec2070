import { operationTable } from '@vehicle-lookup/contract';
import { expect, test } from 'vitest';
import type { Judgement } from '../../src/checks/judgement.ts';
import { createMatrix, notExercised } from '../../src/report/matrix.ts';
import { verdictOf } from '../../src/report/verdict.ts';

const pass = (operation: string, status: string, envelope?: string): Judgement => ({
  request: {
    id: '',
    operation,
    status,
    kind: 'good',
    rests: {},
    query: [],
    ...(envelope === undefined ? {} : { envelope }),
  },
  required: true,
  state: 'pass',
  undocumented: [],
  violations: [],
});
const fails = () => true;

test('every declared response of every operation has a cell, even if it is not observed', () => {
  const cells = createMatrix({ operations: operationTable.operations, judgements: [], target: 'service', fails });
  for (const { id, statuses } of operationTable.operations) {
    const own = cells.filter(({ operation }) => operation === id).map(({ status }) => status);
    expect([...new Set(own)]).toEqual(statuses);
  }
  expect(cells.filter(({ state }) => state === 'pass')).toEqual([]);
});

test('a declared response that a mock did not return fails the run and is named in a finding', () => {
  const [operation] = operationTable.operations;
  if (!operation) throw new Error('the table is empty');
  const seen = operation.statuses.filter((status) => status !== '500' && status !== '200');
  const judgements = [...seen.map((status) => pass(operation.id, status)), pass(operation.id, '200', 'full')];
  const cells = createMatrix({ operations: [operation], judgements, target: 'mock', fails });
  expect(verdictOf(cells, [], [])).toBe('not conformant');
  expect(notExercised(cells)).toMatchObject(
    [
      { code: 'not-exercised', operation: operation.id, status: '200', got: /simplified/ },
      { code: 'not-exercised', operation: operation.id, status: '500' },
    ].map((finding) => ({ ...finding, ...(finding.got ? { got: expect.stringMatching(finding.got) } : {}) })),
  );
});

test('one invalid response among valid responses fails the cell', () => {
  const [operation] = operationTable.operations;
  if (!operation) throw new Error('the table is empty');
  const violation = { code: 'status', expected: '', got: '', next: '' } as const;
  const wrong: Judgement = { ...pass(operation.id, '400'), state: 'fail', violations: [violation] };
  const cells = createMatrix({
    operations: [operation],
    judgements: [pass(operation.id, '400'), wrong],
    target: 'service',
    fails,
  });
  expect(cells.find(({ status }) => status === '400')).toMatchObject({ state: 'fail', answers: 2 });
});
