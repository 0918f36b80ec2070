import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'writes strings in single quotes',
  operations: ['getRepairTimes'],
  code: 'not-json',
  change: text((json) => json.replaceAll('"', "'").replaceAll('true', 'True')),
};
