import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends a bare list where the samples have an envelope',
  operations: ['listBrands', 'listModels'],
  code: 'schema',
  change: success(({ data }) => data),
};
