import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'has start and end of production the wrong way round in lookups',
  operations: ['getVehicle'],
  code: 'meaning',
  change: success(({ data }) => {
    [data.year, data.yearEnd] = [data.yearEnd, data.year];
  }),
};
