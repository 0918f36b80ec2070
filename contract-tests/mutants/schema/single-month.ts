import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes an open production period as one month',
  operations: ['listVariants'],
  code: 'type-years-open',
  change: success((body) => {
    body.data[2].typeYears = '10.2008';
  }),
};
