import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'answers with the examples of the document',
  change: (right) => right,
};
