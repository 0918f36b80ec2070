import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends an empty carId',
  operations: ['decodeVinAll'],
  code: 'empty-values',
  change: success((body) => {
    body.data[2].carId = '';
  }),
};
