import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes slugs with capitals',
  operations: ['listModels'],
  code: 'schema',
  change: success((body) => {
    for (const model of body.data) model.slug = model.slug.toUpperCase();
  }),
};
