import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'lists all matches in another order than the first match has it',
  operations: ['decodeVinAll'],
  code: 'first-match',
  change: success((body) => {
    body.data.reverse();
  }),
};
