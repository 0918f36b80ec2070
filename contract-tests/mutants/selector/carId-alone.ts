import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { selectorsIn } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'answers the vehicle for a carId without a selector',
  code: 'default-operation',
  change: lenient([400], (query) => {
    if (query.has('carId') && selectorsIn(query).length === 0) query.set('only', '1');
  }),
};
