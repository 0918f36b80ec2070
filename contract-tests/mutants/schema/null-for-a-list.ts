import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends null for a list',
  operations: ['listVariants'],
  code: 'schema',
  change: success((body) => {
    body.data = null;
  }),
};
