import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'takes 0 for a carId, and finds nothing',
  code: 'carId-positive',
  change: instead([400], (right, { query, rightTo }) =>
    query.get('carId') === '0' ? rightTo((other) => other.set('carId', '1')) : right,
  ),
};
