import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'lists a brand twice under one slug',
  operations: ['listBrands'],
  code: 'meaning',
  change: success(({ data }) => {
    data.splice(1, 0, { ...data[0], name: 'AUDI' });
  }),
};
