import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes hours as hours and minutes',
  operations: ['getRepairTimes'],
  code: 'schema',
  change: success((body) => {
    body.data[1].hours = '3:24';
  }),
};
