import { errorBody } from '@vehicle-lookup/operations';
import { where } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'refuses the operations of higher plans',
  operations: ['getOemParts', 'getRepairTimes'],
  incomplete: 'the account may not use the operations',
  change: where(
    ({ status }) => status === 200,
    (right) => ({ ...right, status: 403, body: errorBody('This is not available in your plan.') }),
  ),
};
