import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { documented } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'takes an empty parameter for any',
  code: 'empty-parameter',
  change: lenient([400], (query) => {
    for (const [name, value] of Object.entries(documented)) if (query.get(name) === '') query.set(name, value);
  }),
};
