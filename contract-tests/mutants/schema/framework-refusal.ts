import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'refuses credentials in the words of its framework',
  code: 'error-body',
  change: instead([401], (right) => ({ ...right, body: { statusCode: 401, error: 'Unauthorized' } })),
};
