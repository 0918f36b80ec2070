import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers the variants of the model next to the one that was asked for',
  operations: ['listVariants'],
  unseen: 'a variant does not say of which model it is, in a form that could be compared',
  change: success(({ data }) => {
    for (const variant of data) variant.fullTitle = variant.fullTitle.replace('Golf VI', 'Golf V');
  }),
};
