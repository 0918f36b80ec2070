import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { example } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'answers the models with the brands',
  operations: ['listModels'],
  code: 'selector-ignored',
  change: success(() => example('listBrands')),
};
