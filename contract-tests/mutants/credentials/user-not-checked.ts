import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { USER } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'looks at the key alone',
  code: 'invalid-credentials',
  change: lenient([401], (query) => {
    if (query.get('user')) query.set('user', USER);
  }),
};
