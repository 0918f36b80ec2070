import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'refuses a VIN whose check digit does not fit',
  operations: ['decodeVin', 'decodeVinAll', 'getEngines'],
  code: 'check-digit',
  change: instead([404], (right) => ({ ...right, status: 400 })),
};
