import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'has renamed a field in another style',
  operations: ['decodeVin', 'decodeVinAll', 'getVehicle'],
  code: 'schema',
  change: success(({ data }) => {
    for (const vehicle of [data].flat()) {
      vehicle.car_id = vehicle.carId;
      delete vehicle.carId;
    }
  }),
};
