import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'leaves out a field of a vehicle',
  operations: ['getVehicle'],
  code: 'schema',
  change: success((body) => {
    delete body.data.hmdMfrModelName;
  }),
};
