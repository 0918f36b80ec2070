import { instead } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'takes I, O and Q in a VIN, and finds nothing',
  code: 'malformed-parameter',
  change: instead([400], (right, { query, rightTo }) =>
    /^[A-Z0-9]{8,17}$/.test(query.get('vin') ?? '') ? rightTo((other) => other.set('vin', 'Z'.repeat(17))) : right,
  ),
};
