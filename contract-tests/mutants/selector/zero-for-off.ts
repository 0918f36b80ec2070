import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { selectorsIn } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'answers as without the selector where its value is 0 or empty',
  code: 'selector-value',
  change: lenient([400], (query) => {
    for (const name of selectorsIn(query)) if (['0', ''].includes(query.get(name) ?? '')) query.delete(name);
  }),
};
