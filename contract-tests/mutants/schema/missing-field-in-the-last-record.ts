import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'leaves out a field of the last vehicle only',
  operations: ['decodeVinAll'],
  code: 'schema',
  change: success((body) => {
    delete body.data.at(-1).valves;
  }),
};
