import { expect, test } from 'vitest';
import { basesOf, statementsOf } from '../../src/provenance/index.ts';
import { accountedDocument } from './account.ts';

const document = accountedDocument();
const find = basesOf(document);
const basisOf = (pointer: string) => {
  const { clauses, assumptions } = find(pointer) ?? {};
  return { clauses, assumptions };
};

test.each([
  ['/components/schemas/Item/type', 'item.1'],
  ['/components/schemas/Item/properties/id/$ref', 'item.1'],
  ['/components/schemas/Item/properties/name/type', 'item.name'],
  ['/components/schemas/Item/properties/name/pattern', 'item.name'],
  ['/components/pathItems/getItem/get/responses/200', 'status.200'],
])('the basis of %s is the clause %s', (pointer, clause) => {
  expect(basisOf(pointer)).toEqual({ clauses: [clause], assumptions: [] });
});

test.each([
  ['/components/schemas/Item/required', 'all-there'],
  ['/components/schemas/Id/minimum', 'positive'],
  ['/components/schemas/Item/properties/kind/anyOf/1/type', 'numbered-kinds'],
  ['/components/headers/Wait/schema/minimum', 'wait-header'],
  ['/components/pathItems/getItem/get/responses/410', 'gone'],
])('the basis of %s is the assumption %s', (pointer, assumption) => {
  expect(basisOf(pointer)).toEqual({ clauses: [], assumptions: [assumption] });
});

test('the basis of every statement in a complete document is either clauses or assumptions', () => {
  const owners = statementsOf(document).map(({ pointer }) => basisOf(pointer));
  expect(owners.length).toBeGreaterThan(15);
  for (const { clauses, assumptions } of owners) {
    expect([clauses?.length, assumptions?.length].filter((count) => count)).toHaveLength(1);
  }
});
