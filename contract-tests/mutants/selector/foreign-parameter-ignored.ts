import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { foreignIn } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'reads over parameters of other operations',
  code: 'foreign-parameter',
  change: lenient([400], (query) => {
    for (const name of foreignIn(query)) query.delete(name);
  }),
};
