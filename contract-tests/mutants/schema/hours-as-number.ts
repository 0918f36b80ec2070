import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends hours as numbers',
  operations: ['getRepairTimes'],
  code: 'schema',
  change: success((body) => {
    for (const time of body.data) time.hours = Number(time.hours.replace(',', '.'));
  }),
};
