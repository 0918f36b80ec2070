import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers a long list in part, with 206',
  operations: ['listBrands'],
  code: 'status',
  change: instead([200], (right) => ({ ...right, status: 206 })),
};
