import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'lists the first match alone where there are more',
  operations: ['decodeVinAll'],
  unseen: 'how many vehicles match a VIN, only the service knows',
  change: success((body) => {
    body.data.length = 1;
  }),
};
