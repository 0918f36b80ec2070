import { lenient } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';
import { documented } from '../../src/mutants/queries.ts';

export const mutant: Mutant = {
  says: 'takes a VIN of fewer than eight characters',
  code: 'malformed-parameter',
  change: lenient([400], (query) => {
    if ((query.get('vin') ?? '').length === 7) query.set('vin', documented.vin ?? '');
  }),
};
