import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'gives two models one slug',
  operations: ['listModels'],
  code: 'meaning',
  change: success(({ data }) => {
    data[1].slug = data[0].slug;
  }),
};
