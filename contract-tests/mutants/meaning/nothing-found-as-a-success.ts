import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers 200 with success false where nothing is found',
  code: 'status',
  change: instead([404], (right) => ({ ...right, status: 200 })),
};
