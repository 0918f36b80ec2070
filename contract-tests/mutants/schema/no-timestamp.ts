import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends an api_version without a timestamp',
  operations: ['getFluids', 'listModels'],
  code: 'schema',
  change: success((body) => {
    delete body.timestamp;
  }),
};
