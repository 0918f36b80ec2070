import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'lists brands by their names, not by their slugs',
  operations: ['listBrands'],
  code: 'ordering',
  change: success(({ data }) => {
    data.reverse();
  }),
};
