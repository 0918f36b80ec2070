import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends a list as an object with numbers for names',
  operations: ['listModels'],
  code: 'schema',
  change: success((body) => {
    body.data = { ...body.data };
  }),
};
