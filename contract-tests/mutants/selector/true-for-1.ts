import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { selectorsIn } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'takes the value true for 1',
  code: 'selector-value',
  change: lenient([400], (query) => {
    for (const name of selectorsIn(query)) if (query.get(name) === 'true') query.set(name, '1');
  }),
};
