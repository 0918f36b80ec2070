import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'leaves out a field of one part deep in a list',
  operations: ['getOemParts'],
  code: 'schema',
  change: success((body) => {
    delete body.data.at(-1).parts[0].manufacturer;
  }),
};
