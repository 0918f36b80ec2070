import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes UTF-16',
  operations: ['getRepairTimes'],
  code: 'encoding',
  change: text((json) => Buffer.from(`\ufeff${json}`, 'utf16le')),
};
