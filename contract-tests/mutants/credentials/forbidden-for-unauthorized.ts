import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers wrong credentials with 403',
  code: 'invalid-credentials',
  change: instead([401], (right) => ({ ...right, status: 403 })),
};
