import { headers } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'leaves Content-Type at the text/html of its framework',
  operations: ['decodeVin', 'decodeVinAll'],
  code: 'content-type',
  change: headers(() => ({ 'content-type': 'text/html; charset=utf-8' })),
};
