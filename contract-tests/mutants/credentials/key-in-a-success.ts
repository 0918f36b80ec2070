import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'repeats the parameters of a request in its answer',
  operations: ['getVehicle'],
  code: 'secret-echoed',
  change: success((body, { query }) => {
    body.request = Object.fromEntries(query);
  }),
};
