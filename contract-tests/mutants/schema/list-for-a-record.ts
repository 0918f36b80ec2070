import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends one vehicle as a list',
  operations: ['getVehicle'],
  code: 'schema',
  change: success((body) => {
    body.data = [body.data];
  }),
};
