import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'knows of a vehicle no more than it has to',
  operations: ['decodeVin', 'decodeVinAll', 'getVehicle'],
  change: success(({ data }) => {
    for (const vehicle of [data].flat())
      for (const name of Object.keys(vehicle)) if (!['carId', 'make', 'model'].includes(name)) vehicle[name] = '';
  }),
};
