import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { account, setAll } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'answers those who send no credentials at all',
  code: 'missing-credentials',
  change: lenient([401], (query) => {
    if (!query.has('user') && !query.has('key')) setAll(query, account);
  }),
};
