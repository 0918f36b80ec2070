import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { USER } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'answers without a user',
  code: 'missing-credentials',
  change: lenient([401], (query) => {
    if (!query.has('user')) query.set('user', USER);
  }),
};
