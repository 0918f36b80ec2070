import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'has a brand without a name',
  operations: ['listBrands'],
  code: 'empty-values',
  change: success((body) => {
    body.data[2].name = '';
  }),
};
