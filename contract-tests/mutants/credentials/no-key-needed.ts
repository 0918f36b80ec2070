import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { KEY } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'answers without a key',
  code: 'missing-credentials',
  change: lenient([401], (query) => {
    if (!query.has('key')) query.set('key', KEY);
  }),
};
