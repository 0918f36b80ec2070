import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'reads a carId as far as it is a number',
  code: 'carId-positive',
  change: lenient([400], (query) => {
    if (query.get('carId')) query.set('carId', String(Number.parseInt(query.get('carId') ?? '', 10)));
  }),
};
