import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes fractions of an hour without the zero',
  operations: ['getRepairTimes'],
  code: 'decimal-text',
  change: success((body) => {
    body.data[0].hours = '.4';
  }),
};
