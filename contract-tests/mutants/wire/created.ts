import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers 201',
  operations: ['getFluids'],
  code: 'status',
  change: instead([200], (right) => ({ ...right, status: 201 })),
};
