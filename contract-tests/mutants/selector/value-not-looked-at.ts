import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { selectorsIn } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'takes a selector of any value for chosen',
  code: 'selector-value',
  change: lenient([400], (query) => {
    for (const name of selectorsIn(query)) query.set(name, '1');
  }),
};
