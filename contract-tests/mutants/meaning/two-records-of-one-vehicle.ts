import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'knows one carId as another model by lookup than by decode',
  operations: ['getVehicle'],
  code: 'meaning',
  change: success((body) => {
    body.data.make = 'Audi';
    body.data.model = 'A3';
  }),
};
