import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends the carId as text in the full envelope',
  operations: ['decodeVin', 'decodeVinAll', 'getVehicle'],
  code: 'schema',
  change: success(({ data }) => {
    for (const vehicle of [data].flat()) vehicle.carId = String(vehicle.carId);
  }),
};
