import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends litres as text with a decimal comma',
  operations: ['getVehicle'],
  code: 'schema',
  change: success((body) => {
    body.data.cubicCapacityLiters = '2,0';
  }),
};
