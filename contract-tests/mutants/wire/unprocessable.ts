import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers wrong requests with 422',
  code: 'status',
  change: instead([400], (right) => ({ ...right, status: 422 })),
};
