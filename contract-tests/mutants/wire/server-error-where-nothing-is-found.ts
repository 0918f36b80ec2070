import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'fails with 500 where it finds nothing',
  code: 'status',
  change: instead([404], (right) => ({ ...right, status: 500 })),
};
