import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { missingIn } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'answers 404 where a parameter is missing',
  code: 'missing-parameter',
  change: instead([400], (right, { query }) => (missingIn(query).length > 0 ? { ...right, status: 404 } : right)),
};
