import { errorBody } from '@vehicle-lookup/operations';
import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'tells in other words that the plan lacks an operation',
  operations: ['getOemParts', 'getRepairTimes'],
  accounts: true,
  code: 'plan-restriction',
  change: instead([403], (right) => ({ ...right, body: errorBody('Please upgrade.') })),
};
