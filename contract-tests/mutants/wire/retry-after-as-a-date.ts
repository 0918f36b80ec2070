import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes a date into Retry-After',
  accounts: true,
  code: 'retry-after',
  change: where(
    ({ status }) => status === 429,
    (right) => ({ ...right, headers: { ...right.headers, 'retry-after': 'Wed, 02 Jul 2025 22:37:25 GMT' } }),
  ),
};
