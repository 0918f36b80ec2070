import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'refuses credentials in plain text',
  code: 'content-type',
  change: instead([401], (right) => ({ ...right, headers: { 'content-type': 'text/plain' }, body: 'Unauthorized' })),
};
