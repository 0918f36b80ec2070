import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'has kilowatts and horsepower the wrong way round',
  operations: ['decodeVin', 'decodeVinAll', 'getVehicle'],
  code: 'meaning',
  change: success(({ data }) => {
    for (const vehicle of [data].flat())
      [vehicle.powerHpFrom, vehicle.kwPowerFrom] = [vehicle.kwPowerFrom, vehicle.powerHpFrom];
  }),
};
