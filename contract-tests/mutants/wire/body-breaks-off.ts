import { text } from '../../src/mutants/change.ts';
import type { Mutant } from '../../src/mutants/mutant.ts';

export const mutant: Mutant = {
  says: 'cuts a body, and counts its length rightly',
  operations: ['listVariants'],
  code: 'not-json',
  change: text((json) => json.slice(0, -20)),
};
