import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'knows no fluids and no parts of a vehicle',
  operations: ['getFluids', 'getOemParts'],
  incomplete: 'what the elements are was not seen',
  change: success((body) => {
    body.data = [];
  }),
};
