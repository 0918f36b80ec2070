import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'sends litres in cubic centimetres',
  operations: ['getVehicle'],
  code: 'meaning',
  change: success(({ data }) => {
    data.cubicCapacityLiters = data.cubicCapacityCcm;
  }),
};
