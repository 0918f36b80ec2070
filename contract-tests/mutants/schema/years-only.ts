import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes the production period of a variant in years',
  operations: ['listVariants'],
  code: 'schema',
  change: success((body) => {
    body.data[0].typeYears = '2008 - 2012';
  }),
};
