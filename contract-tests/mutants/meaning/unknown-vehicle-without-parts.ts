import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { example } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'answers an unknown carId with an empty list',
  operations: ['getOemParts', 'getRepairTimes'],
  code: 'not-found',
  change: instead([404], (right, { operation }) => ({
    ...right,
    status: 200,
    body: { ...example(operation), data: [] },
  })),
};
