import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers the same models for every brand',
  operations: ['listModels'],
  code: 'not-found',
  change: lenient([404], (query) => query.set('brand', 'volkswagen')),
};
