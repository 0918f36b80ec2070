import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends a list of one as the record alone',
  operations: ['decodeVinAll'],
  code: 'schema',
  change: success((body) => {
    body.data = body.data[0];
  }),
};
