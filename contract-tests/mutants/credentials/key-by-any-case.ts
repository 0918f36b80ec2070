import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { KEY } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'compares keys without regard to case, as its database does',
  code: 'invalid-credentials',
  change: lenient([401], (query) => {
    if (query.get('key')?.toLowerCase() === KEY.toLowerCase()) query.set('key', KEY);
  }),
};
