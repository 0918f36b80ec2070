import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'leaves out success',
  operations: ['listVariants'],
  code: 'schema',
  change: success((body) => {
    delete body.success;
  }),
};
