import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes the offset of the timestamp without a colon',
  operations: ['getRepairTimes'],
  code: 'timestamp',
  change: success((body) => {
    body.timestamp = body.timestamp.replace('+00:00', '+0000');
  }),
};
