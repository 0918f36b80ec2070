import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { unknownIn } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'reads over parameters that it does not know',
  code: 'unknown-parameter',
  change: lenient([400], (query) => {
    for (const name of unknownIn(query)) query.delete(name);
  }),
};
