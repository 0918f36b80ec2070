import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'leaves slugs out',
  operations: ['listModels'],
  code: 'schema',
  change: success((body) => {
    for (const model of body.data) delete model.slug;
  }),
};
