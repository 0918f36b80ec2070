import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers the vehicle next to the one that was asked for',
  operations: ['getVehicle'],
  code: 'meaning',
  change: success((body) => {
    body.data.carId += 1;
  }),
};
