import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers the same fluids for every carId',
  operations: ['getFluids'],
  code: 'not-found',
  change: lenient([404], (query) => query.set('carId', '25573')),
};
