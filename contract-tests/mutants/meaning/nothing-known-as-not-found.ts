import { errorBody } from '@vehicle-lookup/operations';
import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers 404 for a vehicle without parts',
  operations: ['getOemParts'],
  code: 'no-entries',
  change: instead([200], (right) => ({ ...right, status: 404, body: errorBody('There are no parts.') })),
};
