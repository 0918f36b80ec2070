import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'leaves the offset of the timestamp out',
  operations: ['getVehicle'],
  code: 'schema',
  change: success((body) => {
    body.timestamp = body.timestamp.slice(0, 19);
  }),
};
