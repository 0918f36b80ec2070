import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'answers allCars as if it were not there',
  operations: ['decodeVinAll'],
  code: 'schema',
  change: instead([200], (_, { rightTo }) => rightTo((query) => query.delete('allCars'))),
};
