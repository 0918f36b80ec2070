import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { KEY } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'does not look at the key of a user that it knows',
  code: 'invalid-credentials',
  change: lenient([401], (query) => {
    if (query.get('key')) query.set('key', KEY);
  }),
};
