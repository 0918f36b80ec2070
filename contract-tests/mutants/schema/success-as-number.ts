import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends success as 1',
  code: 'schema',
  change: success((body) => {
    body.success = 1;
  }),
};
