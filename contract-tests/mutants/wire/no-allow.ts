import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers 405 without Allow',
  code: 'options',
  change: where(
    (_, { method }) => method === 'POST',
    (right) => ({ ...right, headers: { 'content-type': 'application/json' } }),
  ),
};
