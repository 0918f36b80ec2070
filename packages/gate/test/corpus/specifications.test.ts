import { temporaryDirectory } from '@vehicle-lookup/testing';
import { expect, test } from 'vitest';
import {
  type SpecificationCase,
  specificationCases,
  writeSpecificationCase,
} from '../../corpus/read-specifications.ts';
import { isBreaking } from '../../src/comparison/change.ts';
import { CannotRateError, compare, load, rules } from '../../src/index.ts';
import { TODAY } from '../support/fragments.ts';

async function rated(one: SpecificationCase): Promise<string> {
  const { base, revision } = writeSpecificationCase(one, temporaryDirectory());
  try {
    const changes = await compare(load(base), load(revision), rules, TODAY);
    const breaks = changes.filter((change) => isBreaking(change, 'warn'));
    if (breaks.length === 0) return 'compatible';
    return breaks.every(({ why }) => why.startsWith('It cannot be decided')) ? 'cannot be decided' : 'breaking';
  } catch (error) {
    if (error instanceof CannotRateError) return 'rejected';
    throw error;
  }
}

test.each(specificationCases)('$id ($source) is $verdict: $why', async (one) => {
  expect(await rated(one)).toBe(one.gate?.split(':')[0] ?? one.verdict);
});

test('the gate differs from the expected verdict in at most 5 % of the cases', () => {
  expect(specificationCases.filter(({ gate }) => gate !== undefined).length).toBeLessThanOrEqual(
    specificationCases.length * 0.05,
  );
});
