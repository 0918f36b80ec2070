import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { KEY } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'takes the start of a key for the key',
  code: 'invalid-credentials',
  change: lenient([401], (query) => {
    const key = query.get('key');
    if (key && KEY.startsWith(key)) query.set('key', KEY);
  }),
};
