import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'fails with 500 where a parameter is missing',
  code: 'status',
  change: instead([400], (right) => ({ ...right, status: 500 })),
};
