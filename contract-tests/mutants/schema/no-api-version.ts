import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends a timestamp without an api_version',
  operations: ['getFluids', 'decodeVin', 'decodeVinAll'],
  code: 'schema',
  change: success((body) => {
    delete body.api_version;
  }),
};
