import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'has the production period of a variant the wrong way round',
  operations: ['listVariants'],
  code: 'meaning',
  change: success(({ data }) => {
    data[1].typeYears = '11.2012 - 10.2008';
  }),
};
