import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'finds a model whatever the brand',
  operations: ['listVariants'],
  code: 'not-found',
  change: lenient([404], (query) => query.set('brand', 'volkswagen')),
};
