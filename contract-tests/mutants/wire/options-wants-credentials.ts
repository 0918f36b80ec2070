import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'wants credentials for OPTIONS',
  code: 'options',
  change: where(
    (_, { method }) => method === 'OPTIONS',
    (right) => ({ ...right, status: 401 }),
  ),
};
