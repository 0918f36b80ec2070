import { headers } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'names its own address, key included, in Link',
  operations: ['listVariants'],
  code: 'secret-echoed',
  change: headers(({ query }) => ({ link: `</api/?${query}>; rel="self"` })),
};
