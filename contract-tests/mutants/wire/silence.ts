import { where } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'never answers one operation',
  operations: ['getOemParts'],
  incomplete: 'silence may be the fault of the network',
  change: where(
    ({ status }) => status === 200,
    () => 'silence',
  ),
};
