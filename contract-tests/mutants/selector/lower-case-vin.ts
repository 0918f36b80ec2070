import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'folds and trims a VIN',
  code: 'vin-case',
  change: instead([400], (_, { query, rightTo }) =>
    rightTo((other) => {
      if (query.has('vin')) other.set('vin', query.get('vin')?.trim().toUpperCase() ?? '');
    }),
  ),
};
