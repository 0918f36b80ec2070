import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'has lost the fluids of a vehicle',
  operations: ['getFluids'],
  incomplete: 'an empty list may be right',
  change: success((body) => {
    body.data = [];
  }),
};
