import { failure } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends errors without a body',
  code: 'empty-body',
  change: failure(() => ''),
};
