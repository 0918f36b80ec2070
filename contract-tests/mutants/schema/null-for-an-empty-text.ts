import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends null for a field of a vehicle that has no value',
  operations: ['decodeVin', 'getVehicle'],
  code: 'schema',
  change: success((body) => {
    body.data.tonnage = null;
  }),
};
