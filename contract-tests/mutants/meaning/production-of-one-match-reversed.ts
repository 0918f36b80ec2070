import { success } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'has start and end of production the wrong way round in one of several matches',
  operations: ['decodeVinAll'],
  code: 'meaning',
  change: success(({ data }) => {
    [data[2].year, data[2].yearEnd] = [data[2].yearEnd, data[2].year];
  }),
};
