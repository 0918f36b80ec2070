import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { example } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'answers the parts with the repair times',
  operations: ['getOemParts'],
  code: 'schema',
  change: success(() => example('getRepairTimes')),
};
