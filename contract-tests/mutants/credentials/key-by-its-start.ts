import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { KEY } from '../../src/mutants/right-service.ts';

export const mutant: Mutant = {
  says: 'compares the first eight characters of a key',
  code: 'invalid-credentials',
  change: lenient([401], (query) => {
    if (query.get('key')?.startsWith(KEY.slice(0, 8))) query.set('key', KEY);
  }),
};
