import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends years as numbers',
  operations: ['decodeVinAll'],
  code: 'schema',
  change: success((body) => {
    for (const vehicle of body.data) vehicle.year = Number(vehicle.year);
  }),
};
