import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { keepSelector, selectorsIn } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'takes the last of several selectors',
  code: 'several-selectors',
  change: lenient([400], (query) => keepSelector(query, selectorsIn(query).at(-1))),
};
