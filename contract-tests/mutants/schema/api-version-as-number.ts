import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends api_version as a number',
  code: 'schema',
  change: success((body) => {
    body.api_version = 2;
  }),
};
