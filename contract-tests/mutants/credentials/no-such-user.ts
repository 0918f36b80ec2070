import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers 404 for a user that it does not know',
  code: 'invalid-credentials',
  change: instead([401], (right, { query }) =>
    query.get('user')?.startsWith('no-such') ? { ...right, status: 404 } : right,
  ),
};
