import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers the same variants for every model of a brand',
  operations: ['listVariants'],
  code: 'not-found',
  change: lenient([404], (query) => query.set('model', 'golf-vi')),
};
