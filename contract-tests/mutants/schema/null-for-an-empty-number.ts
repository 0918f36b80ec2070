import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends null for a number that has no value',
  operations: ['decodeVinAll'],
  code: 'schema',
  change: success((body) => {
    for (const vehicle of body.data) if (vehicle.kwPowerTo === '') vehicle.kwPowerTo = null;
  }),
};
