import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'leaves the first match out of all matches',
  operations: ['decodeVinAll'],
  code: 'meaning',
  change: success((body) => {
    body.data.shift();
  }),
};
