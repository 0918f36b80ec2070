import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends an OE number of digits as a number',
  operations: ['getOemParts'],
  code: 'schema',
  change: success((body) => {
    body.data[0].parts[0].oe_number = 3115562;
  }),
};
