import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends errors as application/problem+json',
  code: 'content-type',
  change: where(
    ({ status }) => status >= 400,
    (right) => ({ ...right, headers: { ...right.headers, 'content-type': 'application/problem+json' } }),
  ),
};
