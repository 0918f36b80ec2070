import { failure } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends success true with an error',
  code: 'error-body',
  change: failure((body) => ({ ...body, success: true })),
};
