import { success } from '../../src/mutants/change.ts';
import type { Variant } from '../../src/mutants/mutant.ts';

export const variant: Variant = {
  says: 'repeats the VIN in the records of a decode',
  operations: ['decodeVin', 'decodeVinAll'],
  change: success(({ data }, { query }) => {
    for (const vehicle of [data].flat()) vehicle.vin = query.get('vin');
  }),
};
