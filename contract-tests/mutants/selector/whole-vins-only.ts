import { errorBody } from '@vehicle-lookup/operations';
import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'refuses a VIN that is not whole',
  operations: ['decodeVinAll'],
  code: 'partial-vin',
  change: instead([200], (right, { query }) =>
    query.get('vin')?.length === 17 ? right : { ...right, status: 400, body: errorBody('Send a whole VIN.') },
  ),
};
