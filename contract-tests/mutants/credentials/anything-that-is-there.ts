import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { account } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'takes any credentials that are there',
  code: 'invalid-credentials',
  change: lenient([401], (query) => {
    for (const [name, value] of Object.entries(account)) if (query.get(name)) query.set(name, value);
  }),
};
