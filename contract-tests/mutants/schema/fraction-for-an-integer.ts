import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends a power with a fraction',
  operations: ['getEngines'],
  code: 'schema',
  change: success((body) => {
    body.data[0].kiloWatts = 102.97;
  }),
};
