import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers 400 where a credential is missing',
  code: 'missing-credentials',
  change: instead([401], (right, { query }) =>
    query.get('user') && query.get('key') ? right : { ...right, status: 400 },
  ),
};
