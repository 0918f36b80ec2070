import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'knows a selector under another name only',
  operations: ['getRepairTimes'],
  code: 'status',
  change: instead([200], (_, { rightTo }) => rightTo((query) => query.set('timerepair', '1'))),
};
