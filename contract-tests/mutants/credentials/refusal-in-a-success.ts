import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'refuses credentials with status 200',
  code: 'invalid-credentials',
  change: instead([401], (right) => ({ ...right, status: 200 })),
};
