import { failure } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'repeats the query, key included, where nothing is found',
  code: 'secret-echoed',
  change: failure((_, { query }, { status }) =>
    status === 404 ? { success: false, message: `Nothing found: /api/?${query}` } : undefined,
  ),
};
