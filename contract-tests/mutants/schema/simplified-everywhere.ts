import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends the simplified envelope from an operation that has none',
  operations: ['getRepairTimes'],
  code: 'schema',
  change: success(({ success: isSuccess, data }) => ({ success: isSuccess, data })),
};
