import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'cuts a VIN that is too long',
  code: 'malformed-parameter',
  change: lenient([400], (query) => {
    if (query.has('vin')) query.set('vin', (query.get('vin') ?? '').slice(0, 17));
  }),
};
