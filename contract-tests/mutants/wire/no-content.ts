import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers 204 where it has nothing',
  operations: ['getFluids', 'getOemParts', 'getRepairTimes'],
  code: 'status',
  change: instead([404], () => ({ status: 204, headers: {}, body: '' })),
};
