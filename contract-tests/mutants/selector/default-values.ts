import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { documented, missingIn } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'has a value of its own for a parameter that is missing',
  code: 'missing-parameter',
  change: lenient([400], (query) => {
    for (const name of missingIn(query)) query.set(name, documented[name] ?? '');
  }),
};
